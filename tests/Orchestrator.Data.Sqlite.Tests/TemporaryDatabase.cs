namespace Orchestrator.Data.Sqlite.Tests;

/// <summary>A database file in a folder of its own.</summary>
internal sealed class TemporaryDatabase : IDisposable
{
    public string Folder { get; } = Directory.CreateTempSubdirectory("orchestrator-sqlite-").FullName;

    public string File => Path.Combine(Folder, "data", "t.db");

    public SqliteDatabase Open() => SqliteFiles.OpenTarget(File, TimeProvider.System, CancellationToken.None);

    public SqliteReader Read(string sql) => SqliteReader.Open(SqliteFiles.OpenSource(File, TimeProvider.System), sql);

    public void Dispose() => Directory.Delete(Folder, recursive: true);
}
