/** Second-level labels under a country's domain that are registries' themselves: co.uk, com.au, ac.jp. */
const REGISTRY = /^(ac|co|com|edu|go|gob|gov|gv|mil|ne|net|nom|or|org|sch)$/;

/**
 * The site of a host: its registrable domain, as far as the name alone tells. Without the Public Suffix List
 * (publicsuffix.org) hosts of one hosting company are one site.
 * @param {string} host of a request, with or without a port
 */
export function siteOf(host) {
  const name = host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
  const labels = name.split('.');
  if (name.startsWith('[') || /^\d+$/.test(labels[labels.length - 1])) return name;
  const isRegistry = labels.length > 2 && labels[labels.length - 1].length === 2 && REGISTRY.test(labels.at(-2) ?? '');
  return labels.slice(isRegistry ? -3 : -2).join('.');
}
