namespace Orchestrator.Cli.Tests.Run.Retry;

/// <summary>Nights of a solution whose ledger and target are files that can be put back.</summary>
internal abstract class CopiedNights
{
    protected const string Watermark = "watermarks: [{watermark: Id, column: id, dataType: int, default: \"0\"}], ";
    protected const string Keyed = "columns: [{column: id, dataType: int, key: 1}]";
    protected const string Plain = "columns: [{column: id, dataType: int}]";

    protected TemporaryFolder Folder { get; private set; } = null!;

    protected string Ledger => Path.Combine(Folder.Path, ".orchestrator", "ledger.db");

    protected string Target => DataFile.PathOf(Folder.Path, "lite.db");

    protected string Copy => Path.Combine(Folder.Path, "copy.db");

    [SetUp]
    public void Make()
    {
        Folder = new TemporaryFolder();
        DataFile.Execute(Folder.Path, "crm.db", "create table sale(id integer primary key)");
    }

    [TearDown]
    public void Remove() => Folder.Dispose();

    protected static string[] All(int count) => [.. Enumerable.Range(1, count).Select(id => $"{id}")];

    protected void Solution(string load, string columns = "id", string more = "") => Folder.Write("solution.yaml", $$"""
        formatVersion: 1
        solution: Old
        systemColumns:
          RowAuditId: {column: RowAuditId}
        connections:
          - {connection: Crm, platform: Sqlite, file: crm.db}
          - {connection: Lite, platform: Sqlite, file: lite.db}
        batches: [{batch: Nightly, projects: [P]}]
        projects:
          - project: P
            source: Crm
            target: Lite
            objects:
              - {object: sale, source: {query: "select {{columns}} from sale"}, {{load}}}
        {{more}}
        """);

    protected void Files(string pattern) => Folder.Write("solution.yaml", $$"""
        formatVersion: 1
        solution: Old
        systemColumns:
          RowAuditId: {column: RowAuditId}
        connections:
          - {connection: Files, platform: Files, folder: in, files: {take: new} }
          - {connection: Lite, platform: Sqlite, file: lite.db}
        batches: [{batch: Nightly, projects: [P]}]
        projects:
          - project: P
            source: Files
            target: Lite
            objects:
              - {object: sale, source: {file: "*.csv"}, load: {pattern: {{pattern}}}, {{Plain}}}
        """);

    protected void Night(params string[] ids)
    {
        Sell(ids);
        var night = Call("run");
        Assert.That(night.ExitCode, Is.Zero, night.Out + night.Error);
    }

    protected void FileNight(string id)
    {
        Folder.Write($"in/{id}.csv", $"id\n{id}\n");
        var night = Call("run");
        Assert.That(night.ExitCode, Is.Zero, night.Out + night.Error);
    }

    protected void Sell(params string[] ids) => DataFile.Execute(
        Folder.Path, "crm.db", string.Concat(ids.Select(id => $"insert into sale values ({id});")));

    protected Called Call(params string[] arguments) => Called.With(Folder.Path, arguments);

    protected string[] Ids() => [.. DataFile.Rows(Folder.Path, "lite.db", "select id from sale order by id")];
}
