using Orchestrator.Metadata.Model;

/// <summary>
/// The databases that tests have which are to hold on each: those of the table of platforms, so that a further one is
/// among them without a line.
/// </summary>
internal static class TestPlatforms
{
    // No machine can start one: its tests are skipped where none is named.
    private const Platform Named = Platform.SqlServer;

    /// <summary>All of them.</summary>
    public static IReadOnlyList<Platform> All { get; } =
        [.. PlatformTable.All.Where(row => row.Form != StoreForm.Folder).Select(row => row.Platform)];

    /// <summary>Those that each machine has or can start.</summary>
    public static IReadOnlyList<Platform> Everywhere { get; } = [.. All.Where(platform => platform != Named)];
}
