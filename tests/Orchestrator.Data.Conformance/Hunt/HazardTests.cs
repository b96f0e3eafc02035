using Orchestrator.Data.Conformance.Places;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Data.Conformance.Hunt;

/// <summary>Each hazard into each platform, and each format of files, by each path and under each policy.</summary>
internal sealed class HazardTests
{
    private readonly Dictionary<HazardEnd, HazardRun> runs = [];
    private Place? from;

    private static IEnumerable<HazardEnd> Ends() =>
    [
        new(PlaceKind.Sqlite), new(PlaceKind.PostgreSql), new(PlaceKind.Wire), new(PlaceKind.SqlServer),
        .. Enum.GetValues<FileStyle>().Select(style => new HazardEnd(PlaceKind.Files, style)),
    ];

    private static IEnumerable<TestCaseData> Cells() =>
        from end in Ends()
        from hazard in Hazard.All
        from way in Ways(end.Kind, hazard)
        select new TestCaseData(end, hazard, way).SetArgDisplayNames(
            $"{end}", hazard.Name + (hazard.Source is null ? "" : " (server)"), hazard.Type, $"{way}");

    private static IEnumerable<LoadWay> Ways(PlaceKind kind, Hazard hazard)
    {
        if (kind == PlaceKind.Files)
        {
            return [LoadWay.Batches];
        }

        var (isServer, isPostgreSql) = (hazard.Source is not null, kind == PlaceKind.PostgreSql);
        return
        [
            LoadWay.Batches, LoadWay.RowByRow, LoadWay.Halved,
            .. isServer ? [LoadWay.Planned] : Array.Empty<LoadWay>(),
            .. isServer && isPostgreSql ? [LoadWay.Inside] : Array.Empty<LoadWay>(),
            .. isPostgreSql || kind == PlaceKind.Sqlite ? [LoadWay.WithOptions] : Array.Empty<LoadWay>(),
        ];
    }

    [OneTimeSetUp]
    public void Make() => from = Place.Make(PlaceKind.PostgreSql);

    [OneTimeTearDown]
    public void TellAndRemove()
    {
        foreach (var run in runs.Values)
        {
            TestContext.Progress.WriteLine(run.Summary);
            run.Dispose();
        }

        from?.Dispose();
    }

    [TestCaseSource(nameof(Cells))]
    public void Nothing_is_lost_in_silence(HazardEnd end, Hazard hazard, LoadWay way)
    {
        if (!runs.TryGetValue(end, out var run))
        {
            runs.Add(end, run = new HazardRun(end, from!));
        }

        run.Check(hazard, way);
    }
}
