import { DiskSpace } from '../../server/library/disk-space.js';

const MB = 2 ** 20;

test('what is being written counts as written, whoever asks', async () => {
  const disk = new DiskSpace({ freeBytes: async () => 100 * MB, reserveBytes: 40 * MB });
  const first = await disk.claim(40 * MB);
  await expect(disk.claim(30 * MB)).rejects.toMatchObject({
    status: 507,
    code: 'disk_full',
    message:
      'The disk of the capture library has 62.9 MB left for captures, and files being written need 73.4 MB: too little; delete captures or other files.',
  });
  const second = await disk.claim(20 * MB);
  second.release();
  await first.write(40 * MB);
  (await disk.claim(60 * MB)).release();
});

test('of what nobody knows the length of, the next bytes are claimed as they come', async () => {
  let free = 100 * MB;
  const disk = new DiskSpace({ freeBytes: async () => free, reserveBytes: 0 });
  const claim = await disk.claim(null);
  await claim.write(10);
  await expect(disk.claim(90 * MB)).rejects.toMatchObject({ code: 'disk_full' });
  const other = await disk.claim(84 * MB);
  await claim.write(16 * MB - 10);
  free -= 16 * MB;
  await expect(claim.write(1)).rejects.toMatchObject({ code: 'disk_full' });
  other.release();
  await claim.write(1);
});

test('a disk that other programs fill is seen while what was claimed is written', async () => {
  let free = 100 * MB;
  const disk = new DiskSpace({ freeBytes: async () => free, reserveBytes: 0 });
  const claim = await disk.claim(50 * MB);
  free = 10 * MB;
  await claim.write(16 * MB);
  await expect(claim.write(1)).rejects.toMatchObject({ code: 'disk_full' });
});
