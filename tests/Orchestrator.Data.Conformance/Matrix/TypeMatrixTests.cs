using Orchestrator.Data.Conformance.Places;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Data.Conformance.Matrix;

/// <summary>
/// Random rows of every type from each place into each: what the target's own client gives back is what was written
/// into the file at the beginning. Where files are an end, the parts take its formats in turn.
/// </summary>
internal sealed class TypeMatrixTests
{
    private const int Share = 500;
    private const int FullRows = 200_000;
    private const int FullParts = 20;

    private static readonly PlaceKind[] Kinds = Enum.GetValues<PlaceKind>();
    private static readonly FileStyle[] Styles = FilesPlace.Styles;

    private static IEnumerable<TestCaseData> Pairs() =>
        from source in Kinds
        from target in Kinds
        select new TestCaseData(source, target);

    [TestCaseSource(nameof(Pairs))]
    public void A_share_of_random_rows_arrives_equal(PlaceKind source, PlaceKind target) =>
        Check(source, target, Share, source == PlaceKind.Files || target == PlaceKind.Files ? Styles.Length : 1);

    [TestCaseSource(nameof(Pairs))]
    [Category("Full")]
    public void Two_hundred_thousand_random_rows_arrive_equal(PlaceKind source, PlaceKind target)
    {
        Check(source, target, FullRows, FullParts);

        TestContext.Out.WriteLine($"{source} → {target}: {FullRows} rows equal");
    }

    // Of as many parts as there are pairs of formats, each has another pair.
    private static void Check(PlaceKind source, PlaceKind target, int rows, int parts)
    {
        for (var part = 0; part < parts; part++)
        {
            using var from = Make(source, Styles[part % Styles.Length]);
            using var to = Make(target, Styles[(part + (part / Styles.Length)) % Styles.Length]);
            Check(from, to, TestSeed.Value + part, rows / parts);
        }
    }

    private static Place Make(PlaceKind kind, FileStyle style) =>
        kind == PlaceKind.Files ? new FilesPlace(style, MatrixColumn.Wide) : Place.Make(kind);

    private static void Check(Place from, Place to, int seed, int count)
    {
        using var loading = new Loading(from, to);
        Place[] ends = [from, to];
        var limits = new MatrixLimits(
            ends.Any(end => end.IsCoarse),
            ends.Any(end => end is FilesPlace { Format.Style: FileStyle.Fixed }),
            from.DigitsRead);
        var (first, second) = (from.NewTable(), to.NewTable());

        Fill(from, first, seed, count, limits);
        AssertAll(loading.Run(Load(loading, first.Name, second)), count, seed);

        AssertEqual(to, second, seed, MatrixRows.Of(seed, count, limits));
    }

    private static void Fill(Place place, TableName table, int seed, int count, MatrixLimits limits)
    {
        using var loading = new Loading(null, place);
        using (var file = loading.Write("matrix.csv"))
        {
            file.Write("n," + string.Join(',', MatrixColumn.All.Select(column => column.Name)) + "\n");
            foreach (var (number, row) in MatrixRows.Of(seed, count, limits).Index())
            {
                file.Write(MatrixRows.Line(number, row));
            }
        }

        AssertAll(loading.Run(Load(loading, "matrix.csv", table)), count, seed);
    }

    private static ObjectDefinition Load(Loading loading, string source, TableName table) => loading.Load(
        source, table,
        [
            Loading.Column("n", "int", key: 1),
            .. MatrixColumn.All.Select(column => Loading.Column(column.Name, $"{column.Type}")),
        ]);

    private static void AssertAll(Packages.PackageResult result, int count, int seed)
    {
        Assert.That(result.Error, Is.Null, TestSeed.Hint(seed));
        Assert.That(result.Counts, Is.EqualTo(new RowCounts(count, count, 0, 0, 0, 0, 0, 0)), TestSeed.Hint(seed));
    }

    private static void AssertEqual(Place place, TableName table, int seed, IEnumerable<string?[]> rows)
    {
        var columns = MatrixColumn.All;
        var stored = place.Stored(table, ["n", .. columns.Select(column => column.Name)]);
        var count = 0;
        foreach (var (number, row) in rows.Index())
        {
            count++;
            for (var i = 0; i < columns.Count; i++)
            {
                var found = Canon.Of(stored[number][i + 1], columns[i].Type);
                var wanted = Canon.Of(row[i], columns[i].Type);
                if (found != wanted)
                {
                    Assert.Fail($"row {number}, {columns[i].Type}: '{found ?? "NULL"}' and not '{wanted ?? "NULL"}'; "
                        + TestSeed.Hint(seed));
                }
            }
        }

        Assert.That(stored, Has.Count.EqualTo(count));
    }
}
