using Orchestrator.Data.Sqlite;

namespace Orchestrator.Data.Tests.Sqlite;

/// <summary>A database file in a folder of its own.</summary>
internal sealed class TemporaryDatabase : IDisposable
{
    private readonly List<IDatabase> _opened = [];

    public string Folder { get; } = Directory.CreateTempSubdirectory("orchestrator-sqlite-").FullName;

    public string File => Path.Combine(Folder, "data", "t.db");

    public SqliteDatabase Open() => SqliteFiles.OpenTarget(File, TimeProvider.System, CancellationToken.None);

    public IDatabase OpenTarget() => Through(isTarget: true);

    public IRowReader Read(string sql, params IReadOnlyList<(string Name, object? Value)> values)
    {
        var database = Through(isTarget: false);
        _opened.Add(database);
        return database.Read(sql, values);
    }

    public void Dispose()
    {
        _opened.ForEach(database => database.Dispose());
        Directory.Delete(Folder, recursive: true);
    }

    private IDatabase Through(bool isTarget) => SqlitePlatform.Instance.Open(
        new DatabaseAddress { Connection = "Db", File = File },
        new DatabaseUse { IsTarget = isTarget, Time = TimeProvider.System });
}
