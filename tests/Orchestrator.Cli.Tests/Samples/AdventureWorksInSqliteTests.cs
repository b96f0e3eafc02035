using Microsoft.Data.Sqlite;

namespace Orchestrator.Cli.Tests.Samples;

/// <summary>The stages as the sample has them: SQLite files, one for each level.</summary>
[TestFixture]
internal sealed class AdventureWorksInSqliteTests : AdventureWorksTests
{
    private static readonly string[] Stages = ["RawSource", "Source", "Staging"];

    private Dictionary<string, string> _files = null!;

    protected override void Find(Samples copy)
    {
        SQLitePCL.Batteries_V2.Init();
        _files = Directory.EnumerateFiles(Path.Combine(copy.Folder, ".orchestrator", "data"), "*.db")
            .SelectMany(file => TablesOf(file).Select(table => (Key: StageOf(file) + "/" + table, file)))
            .ToDictionary(pair => pair.Key, pair => pair.file);
    }

    protected override IEnumerable<object[]> Stored(string stage, ExtractTable table)
    {
        var name = $"{table.Schema}_{table.Name}";
        var columns = string.Join(", ", table.Columns.Select(column => $"\"{column.Name}\""));
        return Read(_files[stage + "/" + name], $"select {columns} from \"{name}\"");
    }

    private static string StageOf(string file) =>
        Stages.Single(stage => Path.GetFileName(file).StartsWith(stage + "-", StringComparison.Ordinal));

    private static List<string> TablesOf(string file) =>
        [.. Read(file, "select name from sqlite_master where type = 'table' and name not like 'orchestrator%'")
            .Select(row => (string)row[0])];

    private static List<object[]> Read(string file, string sql)
    {
        using var connection = new SqliteConnection($"Data Source={file};Mode=ReadOnly;Pooling=False");
        connection.Open();
        using var command = connection.CreateCommand();
        command.CommandText = sql;
        using var reader = command.ExecuteReader();
        var rows = new List<object[]>();
        while (reader.Read())
        {
            var values = new object[reader.FieldCount];
            reader.GetValues(values);
            rows.Add(values);
        }

        return rows;
    }
}
