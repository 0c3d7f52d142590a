/** Claims of the papers that no run measures. @type {{ statement: string, reason: string }[]} */
export const NZ_US_UNCLAIMED = [
  {
    statement:
      'E3 at 34.368 Mbit/s, 60 ms each way (satellite: 320 ms to New Zealand), windows of 32,767 bytes, MSS 1460',
    reason: 'inputs; the fibre paper’s table has 320 ms where its text and its figures need 60.',
  },
  {
    statement:
      'A calculated maximum of 2.2 Mbit/s (690 kbit/s) for one connection, a delay-bandwidth product of 4.1 megabits',
    reason: 'arithmetic on inputs; what the link carries is claim F4-a and F4-b.',
  },
  {
    statement: '421 requests in ten minutes, and multiples of them for higher loads',
    reason: 'inputs; the log itself is not public.',
  },
  {
    statement: '775 simulations, around 3.5 million million processor cycles',
    reason:
      'about the authors’ machine; here there are as many configurations and loads, and seven more low loads for figure 4.',
  },
  {
    statement: 'Windows up to 2^32 bytes would let one connection fill the link',
    reason: 'not simulated there either.',
  },
  {
    statement: 'Results are insensitive to network structure, load generation and protocol modelling (PAM 2001)',
    reason: 'a statement of a later paper; what each choice is worth here stands in docs/nz-us.md.',
  },
];
