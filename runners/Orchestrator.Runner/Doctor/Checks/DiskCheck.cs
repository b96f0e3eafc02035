namespace Orchestrator.Runner.Doctor.Checks;

/// <summary>Disks on which there is little room for what lies there.</summary>
internal static class DiskCheck
{
    private const long Least = 32L << 20;
    private const long Little = 512L << 20;
    private const int Copies = 2;

    public static IEnumerable<Finding> Of(IReadOnlyList<DiskState> disks) => disks
        .Where(disk => disk.Free < Math.Max(Little, Copies * disk.Bytes))
        .Select(disk => new Finding(
            disk.Free < Least ? FindingSeverity.Error : FindingSeverity.Warning, DoctorCodes.LittleRoom,
            $"{disk.Free >> 20} MB are free for {disk.What}, which has {(disk.Bytes + (1 << 20) - 1) >> 20} MB")
        {
            Where = disk.Path,
            Why = disk.Free < Least
                ? "loads are refused there (ORC3405), and a ledger that cannot be written stops its run"
                : $"a load, a backup or a migration may need {Copies} times what is there: make room, or move it",
            Verb = "purge --dry-run",
        });
}
