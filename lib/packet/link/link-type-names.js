/**
 * Link types that are met and not read: most bear no IP at all. Names as in the registry of link types (tcpdump.org).
 */
const NAMES = new Map([
  [177, 'Linux LAPD'],
  [140, 'SS7 MTP2'],
  [141, 'SS7 MTP3'],
  [142, 'SS7 SCCP'],
  [143, 'DOCSIS'],
  [144, 'IrDA'],
  [165, 'BACnet'],
  [186, 'USB'],
  [189, 'USB, Linux'],
  [220, 'USB, Linux'],
  [249, 'USB, Windows'],
  [266, 'USB, macOS'],
  [288, 'USB 2.0'],
  [293, 'USB 2.0'],
  [294, 'USB 2.0'],
  [295, 'USB 2.0'],
  [187, 'Bluetooth'],
  [201, 'Bluetooth'],
  [254, 'Bluetooth, Linux'],
  [251, 'Bluetooth Low Energy'],
  [256, 'Bluetooth Low Energy'],
  [272, 'Bluetooth Low Energy'],
  [190, 'CAN bus'],
  [227, 'CAN bus'],
  [212, 'LIN bus'],
  [210, 'FlexRay'],
  [209, 'I2C'],
  [195, 'IEEE 802.15.4'],
  [215, 'IEEE 802.15.4'],
  [230, 'IEEE 802.15.4'],
  [283, 'IEEE 802.15.4'],
  [224, 'Fibre Channel'],
  [225, 'Fibre Channel'],
  [231, 'D-Bus'],
  [243, 'MPEG transport stream'],
  [247, 'InfiniBand'],
  [248, 'SCTP'],
  [250, 'Linux netlink'],
  [253, 'Linux netlink'],
  [252, 'upper-layer messages exported by Wireshark, without TCP'],
  [271, 'vsock'],
]);
const FIRST_USER_TYPE = 147;
const LAST_USER_TYPE = 162;

/**
 * @param {number} linkType
 * @returns {string} what the link type is, in a few words; empty where that is not known
 */
export function linkTypeName(linkType) {
  if (linkType >= FIRST_USER_TYPE && linkType <= LAST_USER_TYPE) return 'for private use';
  return NAMES.get(linkType) ?? '';
}
