using Microsoft.Data.Sqlite;

namespace Orchestrator.Samples.Tests;

[TestFixture]
internal sealed class AdventureWorksTests
{
    private static readonly string[] Stages = ["RawSource", "Source", "Staging"];

    private Samples sample = null!;
    private Extract extract = null!;
    private Dictionary<string, string> files = null!;

    [OneTimeSetUp]
    public void Load_all_three_stages()
    {
        var folder = Extract.FindFolder();
        if (folder is null)
        {
            Assert.Ignore("the AdventureWorks extract is not on this machine; ADVENTUREWORKS_DATA may name its folder");
        }

        SQLitePCL.Batteries_V2.Init();
        extract = Extract.Read(folder!);
        sample = Samples.Copy("adventureworks");
        var run = sample.Run(["run"], new Dictionary<string, string> { ["ADVENTUREWORKS_DATA"] = folder! });
        Assert.That(run.Exit, Is.Zero, run.Output + run.Error);
        Assert.That(run.Output, Does.Contain("183"));
        files = Directory.EnumerateFiles(Path.Combine(sample.Folder, ".orchestrator", "data"), "*.db")
            .SelectMany(file => TablesOf(file).Select(table => (Key: StageOf(file) + "/" + table, file)))
            .ToDictionary(pair => pair.Key, pair => pair.file);
    }

    [OneTimeTearDown]
    public void Remove_the_copy() => sample?.Dispose();

    [Test]
    public void The_extract_has_the_rows_that_its_catalogue_promises()
    {
        var rows = extract.Tables.Select(table => (table.Name, table.ReadRows().Count)).ToList();

        Assert.That(rows, Is.EqualTo(extract.Tables.Select(table => (table.Name, table.RowCount))));
        Assert.That(rows, Has.Count.EqualTo(61));
        Assert.That(rows.Sum(table => table.Count), Is.EqualTo(244_067));
    }

    [Test]
    public void Every_value_of_the_first_stage_equals_the_independent_decoding()
    {
        Assert.Multiple(() =>
        {
            foreach (var table in extract.Tables)
            {
                var expected = table.ReadRows().Select(row => Join(row.Select((field, column) =>
                    Canonical.FromFile(field, Type(table, column)))));

                Assert.That(Stored("RawSource", table), Is.EqualTo(expected), table.Name);
            }
        });
    }

    [TestCase("Source")]
    [TestCase("Staging")]
    public void Each_later_stage_equals_the_first(string stage)
    {
        Assert.Multiple(() =>
        {
            foreach (var table in extract.Tables)
            {
                Assert.That(Stored(stage, table), Is.EqualTo(Stored("RawSource", table)), table.Name);
            }
        });
    }

    [Test]
    public void Null_and_empty_are_kept_apart()
    {
        var document = extract.Tables.Single(table => table.Name == "Document");

        var first = Stored("Staging", document)[0].Split('\u001f');

        Assert.That(first[0], Is.EqualTo(""), "the root's node is an empty value");
        Assert.That(first[10], Is.EqualTo("<null>"), "it has no summary");
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

    private static string StageOf(string file) =>
        Stages.Single(stage => Path.GetFileName(file).StartsWith(stage + "-", StringComparison.Ordinal));

    private List<string> Stored(string stage, ExtractTable table)
    {
        var name = $"{table.Schema}_{table.Name}";
        using var connection = Open(files[stage + "/" + name]);
        using var command = connection.CreateCommand();
        var columns = string.Join(", ", table.Columns.Select(column => $"\"{column.Name}\""));
        command.CommandText = $"select {columns} from \"{name}\" order by rowid";
        using var reader = command.ExecuteReader();
        var rows = new List<string>();
        while (reader.Read())
        {
            rows.Add(Join(Enumerable.Range(0, table.Columns.Count)
                .Select(column => Canonical.FromSqlite(reader.GetValue(column), Type(table, column)))));
        }

        return rows;
    }

    private static List<string> TablesOf(string file)
    {
        using var connection = Open(file);
        using var command = connection.CreateCommand();
        command.CommandText = "select name from sqlite_master where type = 'table' and name not like 'orchestrator%'";
        using var reader = command.ExecuteReader();
        var names = new List<string>();
        while (reader.Read())
        {
            names.Add(reader.GetString(0));
        }

        return names;
    }

    private static SqliteConnection Open(string file)
    {
        var connection = new SqliteConnection($"Data Source={file};Mode=ReadOnly;Pooling=False");
        connection.Open();
        return connection;
    }
}
