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
    private Place? _to;
    private Loader? _files;

    private static IEnumerable<TestCaseData> Cells() =>
        from line in File.ReadLines(Path.Combine(AppContext.BaseDirectory, "Hunt", "expressions.txt"))
        where line.Length > 0 && line[0] != '#'
        from pattern in (LoadPattern[])[LoadPattern.TruncateInsert, LoadPattern.Append, LoadPattern.Merge]
        from redirects in (bool[])[false, true]
        let parts = line.Split('|').Select(part => part.Trim(' ')).ToArray()
        select new TestCaseData(parts, pattern, redirects).SetArgDisplayNames(
            parts[0], $"{pattern}", redirects ? "redirect" : "fail");

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
    public void No_result_is_another_in_the_target(string[] parts, LoadPattern pattern, bool redirects)
    {
        if (kind == PlaceKind.SqlServer && redirects)
        {
            Assert.Ignore("refused: a value that cannot be converted ends the whole transaction there (ORC1335)");
        }

        var outcome = parts[Column()];
        if (outcome == "skip")
        {
            Assert.Ignore("the expression is of another platform, or nothing can become of it here");
        }

        var (result, table) = Run(parts, pattern, redirects);

        if (outcome != "changed")
        {
            var expected = outcome == "=NULL" ? null : Hazard.Text(outcome[1..]);
            Assert.That(result.Error, Is.Null);
            Assert.That(result.Counts, Is.EqualTo(new RowCounts(1, 1, 0, 0, 0, 0, 0, 0)));
            Assert.That(Stored(table, parts[3]), Is.EqualTo(new[] { expected }));
        }
        else if (result.Outcome == NodeState.Succeeded)
        {
            Assert.That(redirects, Is.True, "only where rows are redirected does the load go on");
            Assert.That(result.Counts, Is.EqualTo(new RowCounts(1, 0, 0, 0, 0, 0, 1, 0)));
            Assert.That(Stored(table, parts[3]), Is.Empty);
        }
        else
        {
            // What the server refuses for all rows alike is none of theirs to be rejected for.
            Assert.That(result.Error?.Class, Is.EqualTo(redirects ? ErrorClass.Config : result.Error?.Class));
            Assert.That(result.Error?.Class, Is.EqualTo(ErrorClass.Data).Or.EqualTo(ErrorClass.Config));
            Assert.That(result.Counts.Inserted, Is.Zero);
        }
    }

    /// <summary>Which part of a line says what becomes of it here.</summary>
    private int Column() => kind switch
    {
        PlaceKind.Sqlite => 4,
        PlaceKind.PostgreSql => 5,
        PlaceKind.SqlServer => 6,
        PlaceKind.MariaDb => 7,
        _ => throw new InvalidOperationException($"expressions.txt does not say what becomes of them in {kind}"),
    };

    private (PackageResult Result, TableName Table) Run(string[] parts, LoadPattern pattern, bool redirects)
    {
        _to!.Empty();
        var table = _to.NewTable("computed");
        _files!.Write("computed.csv", $"n,value\n2,\"{parts[2]}\"\n");
        var load = _files.Load(
            "computed.csv", table, Loader.Column("n", "int", key: 1),
            Loader.Column("value", parts[3].TrimEnd('!')) with
            {
                Nullable = !parts[3].EndsWith('!'),
                TargetExpression = kind switch
                {
                    PlaceKind.SqlServer => parts[1],
                    // In double quotes stands a text there.
                    PlaceKind.MariaDb => parts[1].Replace("N'", "'").Replace('"', '`'),
                    _ => parts[1].Replace("N'", "'"),
                },
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
        [.. _to!.Stored(table, ["n", "value"]).Select(row => Canon.Of(row[1], Place.Type(type.TrimEnd('!'))))];
}
