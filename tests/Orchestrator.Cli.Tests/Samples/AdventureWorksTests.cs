namespace Orchestrator.Cli.Tests.Samples;

/// <summary>
/// The extract through all three stages of the sample, against the independent decoding; once for each platform that
/// the stages can live on.
/// </summary>
internal abstract class AdventureWorksTests
{
    // The same for all stages on each platform.
    private static readonly Dictionary<string, string[]> Decoded = new(StringComparer.Ordinal);

    private Samples _sample = null!;
    private Extract _extract = null!;

    [OneTimeSetUp]
    public void Load_all_three_stages()
    {
        var folder = Extract.FindFolder();
        if (folder is null)
        {
            Assert.Ignore("the AdventureWorks extract is not on this machine; ADVENTUREWORKS_DATA may name its folder");
        }

        _extract = Extract.Read(folder!);
        _sample = Samples.Copy("adventureworks");
        var environment = new Dictionary<string, string> { ["ADVENTUREWORKS_DATA"] = folder! };
        Prepare(_sample, environment);
        var run = _sample.Run(["run"], environment);
        Assert.That(run.Exit, Is.Zero, run.Output + run.Error);
        Assert.That(run.Output, Does.Contain("183"));
        Find(_sample);
    }

    [OneTimeTearDown]
    public void Remove_the_copy() => _sample?.Dispose();

    [Test]
    public void The_extract_has_the_rows_that_its_catalogue_promises()
    {
        var rows = _extract.Tables.Select(table => (table.Name, table.ReadRows().Count)).ToList();

        Assert.That(rows, Is.EqualTo(_extract.Tables.Select(table => (table.Name, table.RowCount))));
        Assert.That(rows, Has.Count.EqualTo(61));
        Assert.That(rows.Sum(table => table.Count), Is.EqualTo(244_067));
    }

    [TestCase("RawSource")]
    [TestCase("Source")]
    [TestCase("Staging")]
    public void Every_value_of_a_stage_equals_the_independent_decoding(string stage)
    {
        Assert.Multiple(() =>
        {
            foreach (var table in _extract.Tables)
            {
                var stored = Stored(stage, table).Select(row => Join(row.Select((value, column) =>
                    Canonical.FromDatabase(value, Type(table, column)))));

                Assert.That(stored.Order(StringComparer.Ordinal), Is.EqualTo(Expected(table)), table.Name);
            }
        });
    }

    [Test]
    public void Null_and_empty_are_kept_apart()
    {
        var document = _extract.Tables.Single(table => table.Name == "Document");

        var root = Stored("Staging", document).Single(row => row[0] is byte[] { Length: 0 });

        Assert.That(root[10], Is.EqualTo(DBNull.Value), "the root has no summary");
    }

    /// <summary>Points the connections of the copy to where the stages are to live.</summary>
    protected virtual void Prepare(Samples copy, Dictionary<string, string> environment)
    {
    }

    /// <summary>Called once the run has ended.</summary>
    protected virtual void Find(Samples copy)
    {
    }

    /// <summary>The rows of a table, in any order, as the platform's own client gives them.</summary>
    protected abstract IEnumerable<object[]> Stored(string stage, ExtractTable table);

    private static string[] Expected(ExtractTable table)
    {
        if (!Decoded.TryGetValue(table.Name, out var rows))
        {
            Decoded[table.Name] = rows =
            [
                .. table.ReadRows().Select(row => Join(row.Select((field, column) =>
                    Canonical.FromFile(field, Type(table, column))))).Order(StringComparer.Ordinal),
            ];
        }

        return rows;
    }

    /// <summary>Computed columns have no type in the catalogue; these are the types of their expressions.</summary>
    private static string Type(ExtractTable table, int column) =>
        (table.Columns[column].Type, table.Columns[column].Name) switch
        {
            ("computed", "AccountNumber") => "varchar(10)",
            ("computed", _) => "money",
            (var type, _) => type,
        };

    private static string Join(IEnumerable<string?> values) =>
        string.Join('\u001f', values.Select(value => value ?? "<null>"));
}
