using System.Collections.Concurrent;
using Orchestrator.Data.Conformance.Places;

namespace Orchestrator.Data.Conformance.Hunt;

/// <summary>Each hazard into each platform, and each format of files, by each path and under each policy.</summary>
internal sealed class HazardTests
{
    private static readonly bool IsFull = Environment.GetEnvironmentVariable("ORCHESTRATOR_TEST_FULL") == "1";
    private static readonly LoadWay[] InTurn =
        [LoadWay.RowByRow, LoadWay.Halved, LoadWay.WithOptions, LoadWay.Planned, LoadWay.Inside];
    private static readonly string[] Types = [.. Hazard.All.Select(TypeOf).Distinct()];

    private static readonly ConcurrentDictionary<(HazardEnd End, LoadWay Way), HashSet<string>> Firsts = new();

    private readonly Dictionary<HazardEnd, HazardRun> _runs = [];
    private Place? _from;

    private static IEnumerable<HazardEnd> Ends() =>
    [
        .. Place.Databases.Select(kind => new HazardEnd(kind)),
        .. FilesPlace.Styles.Select(style => new HazardEnd(PlaceKind.Files, style)),
    ];

    private static IEnumerable<TestCaseData> Cells() => Where(isInEachRun: true);

    private static IEnumerable<TestCaseData> OtherCells() => Where(isInEachRun: false);

    private static IEnumerable<TestCaseData> Where(bool isInEachRun) =>
        from end in Ends()
        from hazard in Hazard.All
        from way in Ways(end.Kind, hazard)
        where (IsTheirTurn(end, hazard, way) && !IsRepeated(end, hazard, way)) == isInEachRun
        select new TestCaseData(end, hazard, way).SetArgDisplayNames(
            $"{end}", hazard.Name + (hazard.Source is null ? "" : " (server)"), hazard.Type, $"{way}");

    // Each goes in row batches; of five more ways all of a type take one, another on each platform, by the seed. Who
    // has named a live server wants to see all of it.
    private static bool IsTheirTurn(HazardEnd end, Hazard hazard, LoadWay way) =>
        !PlaceTable.Of(end.Kind).IsEverywhere || !InTurn.Contains(way)
        || ((long)TestSeed.Value + Array.IndexOf(InTurn, way) + Array.IndexOf(Types, TypeOf(hazard)) + (int)end.Kind)
            % InTurn.Length == 0;

    // Each hazard goes through row batches; where those are halved, or options are around them, one stands for all of
    // its type that end as it does.
    private static bool IsRepeated(HazardEnd end, Hazard hazard, LoadWay way) =>
        (way is LoadWay.Halved or LoadWay.WithOptions) && PlaceTable.Of(end.Kind).IsEverywhere
        && !IsFirst(end, hazard, way);

    private static bool IsFirst(HazardEnd end, Hazard hazard, LoadWay way) => Firsts.GetOrAdd(
        (end, way),
        at => [.. Hazard.All.DistinctBy(one => Likeness(one, at.End, at.Way)).Select(one => one.Name)])
        .Contains(hazard.Name);

    private static string Likeness(Hazard hazard, HazardEnd end, LoadWay way)
    {
        var outcome = hazard.OutcomeOf(end, way);
        return $"{hazard.Source is null} {TypeOf(hazard)} {hazard.IsNullable} {hazard.Value is null} "
            + $"{outcome} {outcome.IsCut}";
    }

    private static string TypeOf(Hazard hazard) => hazard.Type.Split('(')[0];

    private static IEnumerable<LoadWay> Ways(PlaceKind kind, Hazard hazard)
    {
        if (kind == PlaceKind.Files)
        {
            return [LoadWay.Batches];
        }

        // The statements around options of SQL Server are asked for by its driver's own tests.
        var (isServer, isPostgreSql) = (hazard.Source is not null, kind == PlaceKind.PostgreSql);
        var hasOptions = kind is not (PlaceKind.Wire or PlaceKind.SqlServer)
            && PlaceTable.Of(kind).Driver.Abilities.UndoesDefinitions;
        return
        [
            LoadWay.Batches, LoadWay.RowByRow, LoadWay.Halved,
            .. isServer ? [LoadWay.Planned] : Array.Empty<LoadWay>(),
            .. isServer && isPostgreSql ? [LoadWay.Inside] : Array.Empty<LoadWay>(),
            .. hasOptions ? [LoadWay.WithOptions] : Array.Empty<LoadWay>(),
        ];
    }

    [OneTimeSetUp]
    public void Make() => _from = Place.Make(PlaceKind.PostgreSql);

    [OneTimeTearDown]
    public void TellAndRemove()
    {
        foreach (var run in _runs.Values)
        {
            TestContext.Progress.WriteLine(run.Summary);
            run.Dispose();
        }

        _from?.Dispose();
    }

    [TestCaseSource(nameof(Cells))]
    public void Nothing_is_lost_in_silence(HazardEnd end, Hazard hazard, LoadWay way) => Check(end, hazard, way);

    [TestCaseSource(nameof(OtherCells))]
    [Category("Full")]
    public void Nothing_is_lost_in_silence_where_a_run_leaves_it_out(HazardEnd end, Hazard hazard, LoadWay way) =>
        Check(end, hazard, way);

    private void Check(HazardEnd end, Hazard hazard, LoadWay way)
    {
        if (!_runs.TryGetValue(end, out var run))
        {
            _runs.Add(end, run = new HazardRun(end, _from!));
        }

        // That a value is refused is seen where its row is redirected. That the load fails where it is to has a load of
        // its own: one stands for all that end alike.
        run.Check(hazard, way, IsFull || !PlaceTable.Of(end.Kind).IsEverywhere || IsFirst(end, hazard, way));
    }
}
