/**
 * Protocols beside IP that never carry TCP: nothing is missed behind them, so they are skipped silently. A number that
 * stands neither here nor in `registry.js` is counted as not read.
 */
export const OTHER_PROTOCOLS = Object.freeze({
  ethertypes: [
    ...Array.from({ length: 0x0600 }, (_, type) => type), // lengths, and what Linux and GRE number themselves
    0x0806, // ARP
    0x0842, // wake-on-LAN
    0x2000, // CDP in GRE and HDLC
    0x2001, // NHRP in GRE
    0x6000, // DEC
    0x6001,
    0x6002, // DEC MOP
    0x6003, // DECnet
    0x6004, // DEC LAT
    0x6005,
    0x6006,
    0x6007,
    0x8035, // RARP, and SLARP of Cisco's HDLC
    0x809b, // AppleTalk
    0x80f3, // AppleTalk ARP
    0x8137, // IPX
    0x8138,
    0x814c, // SNMP
    0x872d, // Cisco wireless
    0x876c, // IP autonomous systems
    0x8808, // Ethernet flow control
    0x8809, // LACP and the other slow protocols
    0x8819, // CobraNet
    0x8863, // PPPoE discovery
    0x886c, // HomePNA and Broadcom
    0x886d, // Intel's teaming probes
    0x887b, // HomePlug 1
    0x888e, // EAPOL
    0x8892, // PROFINET
    0x8899, // Realtek loop detection
    0x889a, // HyperSCSI
    0x88a2, // ATA over Ethernet
    0x88a4, // EtherCAT
    0x88ab, // Ethernet Powerlink
    0x88b7, // numbers of organisations
    0x88b8, // GOOSE
    0x88b9,
    0x88ba, // sampled values of IEC 61850
    0x88c7, // 802.11i pre-authentication
    0x88cc, // LLDP
    0x88cd, // SERCOS III
    0x88d9, // LLTD
    0x88e1, // HomePlug AV
    0x88e3, // media redundancy
    0x88f5, // MVRP
    0x88f6, // MMRP
    0x88f7, // PTP
    0x88f8, // NC-SI
    0x88fb, // supervision of PRP and HSR
    0x8902, // connectivity fault management
    0x8906, // Fibre Channel over Ethernet
    0x890d, // 802.11 management between access points
    0x8914, // its initialisation
    0x8915, // RoCE
    0x891d, // TTEthernet
    0x893a, // 1905.1
    0x8940, // edge control
    0x9000, // Ethernet loopback test
    0x9003, // its kin
    0xaaaa, // DEC VAX system communication
    0xcafe, // Veritas
    0xfefe, // OSI in Cisco's HDLC and GRE
  ],
  ipProtocols: [
    2, // IGMP
    3, // GGP
    8, // EGP
    9, // IGRP
    33, // DCCP
    46, // RSVP
    59, // no next header
    88, // EIGRP
    89, // OSPF
    103, // PIM
    112, // VRRP, CARP
    113, // PGM
    132, // SCTP
    135, // mobility
    136, // UDP-Lite
    139, // host identity
    140, // SHIM6
    240, // pfsync
  ],
  /** Network-layer protocols that are not IP; those that set up links and networks begin at 0x8000. */
  pppProtocols: [
    0x0023, // OSI
    0x0025, // XNS
    0x0027, // DECnet
    0x0029, // AppleTalk
    0x002b, // IPX
    0x003f, // NetBIOS
    0x0201, // spanning trees
    0x0203,
    0x0207, // CDP
    ...Array.from({ length: 0x8000 }, (_, at) => 0x8000 + at),
  ],
});
