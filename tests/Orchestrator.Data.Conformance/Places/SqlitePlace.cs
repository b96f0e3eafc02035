using Microsoft.Data.Sqlite;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Data.Conformance.Places;

/// <summary>A SQLite file in a folder of its own.</summary>
internal sealed class SqlitePlace : Place
{
    private readonly string _folder = Directory.CreateTempSubdirectory("orchestrator-place-").FullName;

    public SqlitePlace() => Open().Dispose();

    public override PlaceKind Kind => PlaceKind.Sqlite;

    private string File => Path.Combine(_folder, "t.db");

    public override Connection Connection(string name) => new()
    {
        Name = name,
        Platform = Metadata.Model.Platform.Sqlite,
        ConnectionString = $"Data Source={File}",
        RecordSource = "DB",
    };

    public override string? Default(TableName table, string column, string value) => null;

    public override IReadOnlyList<string> LeaveOut(TableName table, string column, int number) =>
    [
        $"CREATE TRIGGER {table.Name}_no BEFORE INSERT ON {Platform.Dialect.Quote(table)} "
            + $"WHEN new.{Platform.Dialect.Quote(column)} = {number} BEGIN SELECT RAISE(IGNORE); END",
    ];

    public override void Run(string sql) => With(sql, command => command.ExecuteNonQuery());

    public override IReadOnlyList<object?[]> Stored(TableName table, IReadOnlyList<string> columns) =>
        With(Select(table, columns), command =>
        {
            using var reader = command.ExecuteReader();
            return All(reader);
        });

    public override void Empty()
    {
        foreach (var file in Directory.GetFiles(_folder))
        {
            System.IO.File.Delete(file);
        }

        Open().Dispose();
    }

    public override void Dispose() => Directory.Delete(_folder, recursive: true);

    protected override string WithoutCase(string column) => $"{Platform.Dialect.Quote(column)} COLLATE NOCASE";

    private T With<T>(string sql, Func<SqliteCommand, T> work)
    {
        using var connection = new SqliteConnection($"Data Source={File};Pooling=False");
        connection.Open();
        using var command = connection.CreateCommand();
        command.CommandText = sql;
        return work(command);
    }
}
