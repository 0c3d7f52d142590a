/** The cipher suites that can be decrypted (IANA's TLS Cipher Suites registry). */

/** @typedef {import('./ciphers.js').Hash} Hash */

/**
 * @typedef {object} CipherSuite
 * @property {string} name IANA's
 * @property {'aead'|'cbc'|'stream'|'null'} mode `null`: not encrypted at all
 * @property {string} algorithm node:crypto's; `rc4` is our own
 * @property {number} keyBytes of the key block
 * @property {number} [exportedKeyBytes] of the key derived from these 40 bits (RFC 2246 section 6.3.1)
 * @property {number} ivBytes derived from the key block: an AEAD's implicit part, TLS 1.0's first IV
 * @property {number} explicitBytes of an AEAD's nonce in TLS 1.2's records
 * @property {number} tagBytes
 * @property {Hash|null} mac of CBC and streams
 * @property {number} macBytes
 * @property {Hash} hash of PRF and HKDF
 */

const MAC_BYTES = { sha1: 20, sha256: 32, sha384: 48, md5: 16 };
const GCM = { mode: 'aead', ivBytes: 4, explicitBytes: 8, tagBytes: 16, mac: null, macBytes: 0 };
const CHACHA = { ...GCM, algorithm: 'chacha20-poly1305', keyBytes: 32, ivBytes: 12, explicitBytes: 0, hash: 'sha256' };

const AEADS = {
  AES_128_GCM_SHA256: { ...GCM, algorithm: 'aes-128-gcm', keyBytes: 16, hash: 'sha256' },
  AES_256_GCM_SHA384: { ...GCM, algorithm: 'aes-256-gcm', keyBytes: 32, hash: 'sha384' },
  ARIA_128_GCM_SHA256: { ...GCM, algorithm: 'aria-128-gcm', keyBytes: 16, hash: 'sha256' },
  ARIA_256_GCM_SHA384: { ...GCM, algorithm: 'aria-256-gcm', keyBytes: 32, hash: 'sha384' },
  CHACHA20_POLY1305_SHA256: CHACHA,
  AES_128_CCM: { ...GCM, algorithm: 'aes-128-ccm', keyBytes: 16, hash: 'sha256' },
  AES_256_CCM: { ...GCM, algorithm: 'aes-256-ccm', keyBytes: 32, hash: 'sha256' },
  AES_128_CCM_8: { ...GCM, algorithm: 'aes-128-ccm', keyBytes: 16, tagBytes: 8, hash: 'sha256' },
  AES_256_CCM_8: { ...GCM, algorithm: 'aes-256-ccm', keyBytes: 32, tagBytes: 8, hash: 'sha256' },
};

/** @param {string} algorithm @param {number} keyBytes @param {number} ivBytes @param {Hash} mac @param {Hash} [hash] */
const cbc = (algorithm, keyBytes, ivBytes, mac, hash = 'sha256') => ({
  mode: 'cbc',
  algorithm,
  keyBytes,
  ivBytes,
  explicitBytes: 0,
  tagBytes: 0,
  mac,
  macBytes: MAC_BYTES[mac],
  hash,
});

const CBCS = {
  '3DES_EDE_CBC_SHA': cbc('des-ede3-cbc', 24, 8, 'sha1'),
  AES_128_CBC_SHA: cbc('aes-128-cbc', 16, 16, 'sha1'),
  AES_256_CBC_SHA: cbc('aes-256-cbc', 32, 16, 'sha1'),
  AES_128_CBC_SHA256: cbc('aes-128-cbc', 16, 16, 'sha256'),
  AES_256_CBC_SHA256: cbc('aes-256-cbc', 32, 16, 'sha256'),
  AES_256_CBC_SHA384: cbc('aes-256-cbc', 32, 16, 'sha384', 'sha384'),
  CAMELLIA_128_CBC_SHA: cbc('camellia-128-cbc', 16, 16, 'sha1'),
  CAMELLIA_256_CBC_SHA: cbc('camellia-256-cbc', 32, 16, 'sha1'),
  CAMELLIA_128_CBC_SHA256: cbc('camellia-128-cbc', 16, 16, 'sha256'),
  CAMELLIA_256_CBC_SHA256: cbc('camellia-256-cbc', 32, 16, 'sha256'),
  CAMELLIA_256_CBC_SHA384: cbc('camellia-256-cbc', 32, 16, 'sha384', 'sha384'),
};

/** @param {Hash} mac @param {Hash} [hash] */
const unencrypted = (mac, hash) => ({ ...cbc('', 0, 0, mac, hash), mode: 'null' });

const NULLS = {
  NULL_MD5: unencrypted('md5'),
  NULL_SHA: unencrypted('sha1'),
  NULL_SHA256: unencrypted('sha256'),
  NULL_SHA384: unencrypted('sha384', 'sha384'),
};

/** @param {number} keyBytes @param {Hash} mac */
const rc4 = (keyBytes, mac) => ({ ...cbc('rc4', keyBytes, 0, mac), mode: 'stream' });

/** Insecure ciphers, found in old captures. */
const OLD = {
  DES_CBC_SHA: cbc('des-ede3-cbc', 8, 8, 'sha1'),
  RC4_128_SHA: rc4(16, 'sha1'),
  RC4_128_MD5: rc4(16, 'md5'),
  DES40_CBC_SHA: { ...cbc('des-ede3-cbc', 5, 8, 'sha1'), exportedKeyBytes: 8 },
  RC4_40_MD5: { ...rc4(5, 'md5'), exportedKeyBytes: 16 },
};

/** Of each cipher: key exchange and code. TLS 1.3's have none. @type {Record<string, Record<string, number>>} */
const CODES = {
  AES_128_GCM_SHA256: {
    '': 0x1301,
    RSA: 0x9c,
    DHE_RSA: 0x9e,
    DHE_DSS: 0xa2,
    DH_anon: 0xa6,
    PSK: 0xa8,
    DHE_PSK: 0xaa,
    RSA_PSK: 0xac,
    ECDHE_ECDSA: 0xc02b,
    ECDH_ECDSA: 0xc02d,
    ECDHE_RSA: 0xc02f,
    ECDH_RSA: 0xc031,
    ECDHE_PSK: 0xd001,
  },
  AES_256_GCM_SHA384: {
    '': 0x1302,
    RSA: 0x9d,
    DHE_RSA: 0x9f,
    DHE_DSS: 0xa3,
    DH_anon: 0xa7,
    PSK: 0xa9,
    DHE_PSK: 0xab,
    RSA_PSK: 0xad,
    ECDHE_ECDSA: 0xc02c,
    ECDH_ECDSA: 0xc02e,
    ECDHE_RSA: 0xc030,
    ECDH_RSA: 0xc032,
    ECDHE_PSK: 0xd002,
  },
  ARIA_128_GCM_SHA256: { RSA: 0xc050, DHE_RSA: 0xc052, ECDHE_ECDSA: 0xc05c, ECDHE_RSA: 0xc060 },
  ARIA_256_GCM_SHA384: { RSA: 0xc051, DHE_RSA: 0xc053, ECDHE_ECDSA: 0xc05d, ECDHE_RSA: 0xc061 },
  CHACHA20_POLY1305_SHA256: {
    '': 0x1303,
    ECDHE_RSA: 0xcca8,
    ECDHE_ECDSA: 0xcca9,
    DHE_RSA: 0xccaa,
    PSK: 0xccab,
    ECDHE_PSK: 0xccac,
    DHE_PSK: 0xccad,
    RSA_PSK: 0xccae,
  },
  AES_128_CCM: { '': 0x1304, RSA: 0xc09c, DHE_RSA: 0xc09e, PSK: 0xc0a4, DHE_PSK: 0xc0a6, ECDHE_ECDSA: 0xc0ac },
  AES_256_CCM: { RSA: 0xc09d, DHE_RSA: 0xc09f, PSK: 0xc0a5, DHE_PSK: 0xc0a7, ECDHE_ECDSA: 0xc0ad },
  AES_128_CCM_8: { '': 0x1305, RSA: 0xc0a0, DHE_RSA: 0xc0a2, PSK: 0xc0a8, ECDHE_ECDSA: 0xc0ae },
  AES_256_CCM_8: { RSA: 0xc0a1, DHE_RSA: 0xc0a3, PSK: 0xc0a9, ECDHE_ECDSA: 0xc0af },
  '3DES_EDE_CBC_SHA': {
    RSA: 0x0a,
    DHE_DSS: 0x13,
    DHE_RSA: 0x16,
    DH_anon: 0x1b,
    PSK: 0x8b,
    DHE_PSK: 0x8f,
    ECDH_ECDSA: 0xc003,
    ECDHE_ECDSA: 0xc008,
    ECDH_RSA: 0xc00d,
    ECDHE_RSA: 0xc012,
    ECDH_anon: 0xc017,
    ECDHE_PSK: 0xc034,
  },
  AES_128_CBC_SHA: {
    RSA: 0x2f,
    DHE_DSS: 0x32,
    DHE_RSA: 0x33,
    DH_anon: 0x34,
    PSK: 0x8c,
    DHE_PSK: 0x90,
    ECDH_ECDSA: 0xc004,
    ECDHE_ECDSA: 0xc009,
    ECDH_RSA: 0xc00e,
    ECDHE_RSA: 0xc013,
    ECDH_anon: 0xc018,
    ECDHE_PSK: 0xc035,
  },
  AES_256_CBC_SHA: {
    RSA: 0x35,
    DHE_DSS: 0x38,
    DHE_RSA: 0x39,
    DH_anon: 0x3a,
    PSK: 0x8d,
    DHE_PSK: 0x91,
    ECDH_ECDSA: 0xc005,
    ECDHE_ECDSA: 0xc00a,
    ECDH_RSA: 0xc00f,
    ECDHE_RSA: 0xc014,
    ECDH_anon: 0xc019,
    ECDHE_PSK: 0xc036,
  },
  AES_128_CBC_SHA256: {
    RSA: 0x3c,
    DHE_DSS: 0x40,
    DHE_RSA: 0x67,
    DH_anon: 0x6c,
    PSK: 0xae,
    DHE_PSK: 0xb2,
    ECDHE_ECDSA: 0xc023,
    ECDH_ECDSA: 0xc025,
    ECDHE_RSA: 0xc027,
    ECDH_RSA: 0xc029,
    ECDHE_PSK: 0xc037,
  },
  AES_256_CBC_SHA256: { RSA: 0x3d, DHE_DSS: 0x6a, DHE_RSA: 0x6b, DH_anon: 0x6d },
  AES_256_CBC_SHA384: {
    PSK: 0xaf,
    DHE_PSK: 0xb3,
    ECDHE_ECDSA: 0xc024,
    ECDH_ECDSA: 0xc026,
    ECDHE_RSA: 0xc028,
    ECDH_RSA: 0xc02a,
    ECDHE_PSK: 0xc038,
  },
  CAMELLIA_128_CBC_SHA: { RSA: 0x41, DHE_DSS: 0x44, DHE_RSA: 0x45, DH_anon: 0x46 },
  CAMELLIA_256_CBC_SHA: { RSA: 0x84, DHE_DSS: 0x87, DHE_RSA: 0x88, DH_anon: 0x89 },
  CAMELLIA_128_CBC_SHA256: {
    RSA: 0xba,
    DHE_DSS: 0xbd,
    DHE_RSA: 0xbe,
    DH_anon: 0xbf,
    ECDHE_ECDSA: 0xc072,
    ECDH_ECDSA: 0xc074,
    ECDHE_RSA: 0xc076,
    ECDH_RSA: 0xc078,
    PSK: 0xc094,
    DHE_PSK: 0xc096,
    RSA_PSK: 0xc098,
    ECDHE_PSK: 0xc09a,
  },
  CAMELLIA_256_CBC_SHA256: { RSA: 0xc0, DHE_DSS: 0xc3, DHE_RSA: 0xc4, DH_anon: 0xc5 },
  CAMELLIA_256_CBC_SHA384: {
    ECDHE_ECDSA: 0xc073,
    ECDH_ECDSA: 0xc075,
    ECDHE_RSA: 0xc077,
    ECDH_RSA: 0xc079,
    PSK: 0xc095,
    DHE_PSK: 0xc097,
    RSA_PSK: 0xc099,
    ECDHE_PSK: 0xc09b,
  },
  NULL_MD5: { RSA: 0x01 },
  NULL_SHA: {
    RSA: 0x02,
    PSK: 0x2c,
    DHE_PSK: 0x2d,
    RSA_PSK: 0x2e,
    ECDH_ECDSA: 0xc001,
    ECDHE_ECDSA: 0xc006,
    ECDH_RSA: 0xc00b,
    ECDHE_RSA: 0xc010,
    ECDH_anon: 0xc015,
    ECDHE_PSK: 0xc039,
  },
  NULL_SHA256: { RSA: 0x3b, PSK: 0xb0, DHE_PSK: 0xb4, RSA_PSK: 0xb8, ECDHE_PSK: 0xc03a },
  NULL_SHA384: { PSK: 0xb1, DHE_PSK: 0xb5, RSA_PSK: 0xb9, ECDHE_PSK: 0xc03b },
  DES_CBC_SHA: { RSA: 0x09, DHE_DSS: 0x12, DHE_RSA: 0x15, DH_anon: 0x1a },
  RC4_128_SHA: {
    RSA: 0x05,
    PSK: 0x8a,
    DHE_PSK: 0x8e,
    ECDH_ECDSA: 0xc002,
    ECDHE_ECDSA: 0xc007,
    ECDH_RSA: 0xc00c,
    ECDHE_RSA: 0xc011,
    ECDH_anon: 0xc016,
    ECDHE_PSK: 0xc033,
  },
  RC4_128_MD5: { RSA: 0x04, DH_anon: 0x18 },
  DES40_CBC_SHA: { RSA_EXPORT: 0x08, DHE_DSS_EXPORT: 0x11, DHE_RSA_EXPORT: 0x14, DH_anon_EXPORT: 0x19 },
  RC4_40_MD5: { RSA_EXPORT: 0x03, DH_anon_EXPORT: 0x17 },
};

/** @type {Map<number, CipherSuite>} */
const SUITES = new Map();
for (const [cipher, suite] of Object.entries({ ...AEADS, ...CBCS, ...NULLS, ...OLD })) {
  for (const [exchange, code] of Object.entries(CODES[cipher])) {
    SUITES.set(
      code,
      /** @type {CipherSuite} */ ({
        ...suite,
        name: exchange === '' ? `TLS_${cipher}` : `TLS_${exchange}_WITH_${cipher}`,
      }),
    );
  }
}

/** @param {number} code @returns {CipherSuite|null} null: it cannot be decrypted */
export const cipherSuite = (code) => SUITES.get(code) ?? null;

/** @param {number} code @returns {string} IANA's name where it is known, else the number */
export const cipherSuiteName = (code) => SUITES.get(code)?.name ?? `0x${code.toString(16).padStart(4, '0')}`;
