using Orchestrator.Core;
using Orchestrator.Data.Conformance.Places;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;
using Loader = Orchestrator.Data.Conformance.Loading;

namespace Orchestrator.Data.Conformance.Hunt;

/// <summary>
/// Each line of expressions.txt into each platform that computes: the result is kept, or the load fails, or the row is
/// rejected; never is it another in the target.
/// </summary>
[TestFixtureSource(typeof(Place), nameof(Place.Computing))]
internal sealed class ExpressionHazardTests(PlaceKind kind)
{
    private static readonly LoadPattern[] Patterns =
        [LoadPattern.TruncateInsert, LoadPattern.Append, LoadPattern.Merge];

    private Place? _to;
    private Loader? _files;

    // Each line by one pattern, which the seed chooses, and by all of them in --full.
    private static IEnumerable<TestCaseData> Cells() => Where(isInEachRun: true);

    private static IEnumerable<TestCaseData> OtherCells() => Where(isInEachRun: false);

    private static IEnumerable<TestCaseData> Where(bool isInEachRun) =>
        from hazard in ExpressionHazard.All.Index()
        from pattern in Patterns.Index()
        where (((long)TestSeed.Value + hazard.Index + pattern.Index) % Patterns.Length == 0) == isInEachRun
        from redirects in (bool[])[false, true]
        select new TestCaseData(hazard.Item, pattern.Item, redirects).SetArgDisplayNames(
            hazard.Item.Name, $"{pattern.Item}", redirects ? "redirect" : "fail");

    [OneTimeSetUp]
    public void Make()
    {
        _to = Place.Make(kind);
        _files = new Loader(null, _to);
    }

    [OneTimeTearDown]
    public void Remove()
    {
        _files?.Dispose();
        _to?.Dispose();
    }

    [TestCaseSource(nameof(Cells))]
    public void No_result_is_another_in_the_target(ExpressionHazard hazard, LoadPattern pattern, bool redirects) =>
        Check(hazard, pattern, redirects);

    [TestCaseSource(nameof(OtherCells))]
    [Category("Full")]
    public void No_result_is_another_in_the_target_by_the_other_patterns(
        ExpressionHazard hazard, LoadPattern pattern, bool redirects) => Check(hazard, pattern, redirects);

    private void Check(ExpressionHazard hazard, LoadPattern pattern, bool redirects)
    {
        if (redirects && _to!.Platform.Abilities.EndsAtConversions)
        {
            Assert.Ignore("refused: a value that cannot be converted ends the whole transaction there (ORC1335)");
        }

        var outcome = Deviations.Of($"{PlaceTable.Of(kind).Platform}").Expressions
            .GetValueOrDefault(hazard.Name, hazard.Outcome);
        if (outcome == "skip")
        {
            Assert.Ignore("the expression is of another platform, or nothing can become of it here");
        }

        var (result, table) = Run(hazard, pattern, redirects);

        if (outcome != "changed")
        {
            var expected = outcome == "=NULL" ? null : Hazard.Text(outcome[1..]);
            Assert.That(result.Error, Is.Null);
            Assert.That(result.Counts, Is.EqualTo(new RowCounts(1, 1, 0, 0, 0, 0, 0, 0)));
            Assert.That(Stored(table, hazard.Type), Is.EqualTo(new[] { expected }));
        }
        else if (result.Outcome == NodeState.Succeeded)
        {
            Assert.That(redirects, Is.True, "only where rows are redirected does the load go on");
            Assert.That(result.Counts, Is.EqualTo(new RowCounts(1, 0, 0, 0, 0, 0, 1, 0)));
            Assert.That(Stored(table, hazard.Type), Is.Empty);
        }
        else
        {
            // What the server refuses for all rows alike is none of theirs to be rejected for.
            Assert.That(result.Error?.Class, Is.EqualTo(redirects ? ErrorClass.Config : result.Error?.Class));
            Assert.That(result.Error?.Class, Is.EqualTo(ErrorClass.Data).Or.EqualTo(ErrorClass.Config));
            Assert.That(result.Counts.Inserted, Is.Zero);
        }
    }

    private (PackageResult Result, TableName Table) Run(
        ExpressionHazard hazard, LoadPattern pattern, bool redirects)
    {
        _to!.Empty();
        var table = _to.NewTable("computed");
        _files!.Write("computed.csv", $"n,value\n2,\"{hazard.Value}\"\n");
        var load = _files.Load(
            "computed.csv", table, Loader.Column("n", "int", key: 1),
            Loader.Column("value", hazard.Type) with
            {
                Nullable = hazard.IsNullable,
                TargetExpression = hazard.Expression.Replace("\"n\"", _to.Platform.Dialect.Quote("n")),
            });
        return (_files.Run(load with
        {
            Load = new LoadOptions { Pattern = Loader.Written(pattern) },
            Errors = load.Errors with
            {
                OnError = Loader.Written(redirects ? Policy.Redirect : Policy.Fail),
            },
        }), table);
    }

    private string?[] Stored(TableName table, string type) =>
        [.. _to!.Stored(table, ["n", "value"]).Select(row => Canon.Of(row[1], Place.Type(type)))];
}
