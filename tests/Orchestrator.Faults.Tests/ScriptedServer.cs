using System.Text.RegularExpressions;
using Orchestrator.Tds;

namespace Orchestrator.Faults.Tests;

/// <summary>
/// A scripted SQL Server with a target `dbo.t`, a source `dbo.s` and the markers, which answers all that a load asks.
/// </summary>
internal sealed partial class ScriptedServer : IDisposable
{
    private readonly Table _markers;

    public ScriptedServer()
    {
        Target = Server.Table("dbo.t", "id int", "name varchar(70)");
        _markers = Server.Table(
            "orchestrator.markers", "ledger nvarchar(36)", "run bigint", "attempt bigint", "step bigint",
            "token bigint").With("", 0L, 0L, 0L, 0L);
        _ = new ServerCounts(Server);
        _ = new DelayedDurability(Server);
        Server.On(SilentText(), (_, _) => { });
        Server.On(KindText(), (request, reply) => reply.Rows(
            ["kind nvarchar(60)"], Is(request, "t") || Is(request, "markers") ? [["table"]] : []));
        Server.On(ColumnsText(), (request, reply) => reply.Rows(ColumnColumns, Is(request, "t") ? Columns : []));
        Server.On(CodePageText(), reply => reply.Value("int", 1252));
        Server.On(HeldText(), reply => reply.Value("int", 0));
        Server.On(TakeText(), (request, reply) => Take((Call)request, reply));
        Server.On(AwaitText(), reply => reply.Done(1));
        Server.On(MarkerText(), reply => reply.Rows(_markers));
        Server.On(CountText(), reply => reply.Value("int", Target.Rows.Count));
        Server.On(ShapeText(), reply => reply.Rows(Target.Columns, []));
    }

    public TdsServer Server { get; } = TdsServer.Start();

    public Table Target { get; }

    private static string[] ColumnColumns =>
    [
        "n nvarchar(128)", "type nvarchar(128)", "max_length smallint", "precision tinyint", "scale tinyint",
        "is_nullable bit", "alias nvarchar(128)", "collation nvarchar(128)", "code_page int", "filled nvarchar(20)",
    ];

    private static object?[][] Columns =>
    [
        ["id", "int", (short)4, (byte)10, (byte)0, true, null, null, null, ""],
        ["name", "varchar", (short)70, (byte)0, (byte)0, true, null, "SQL_Latin1_General_CP1_CI_AS", 1252, ""],
    ];

    /// <summary>The connection string with the name of a secret for the password.</summary>
    public static string ConnectionString(int port, string secret) =>
        $"Server=tcp:127.0.0.1,{port};Database=Staging;User ID=loader;Password=${{secret:{secret}}};Encrypt=Optional";

    /// <summary>The rows of `dbo.s`, however they are asked for.</summary>
    public void Source(IEnumerable<object?[]> rows) =>
        Server.On(SourceText(), reply => reply.Rows([Column.Parse("id int"), Column.Parse("name varchar(70)")], rows));

    public void Dispose() => Server.Dispose();

    private static bool Is(Request request, string name) =>
        request is Call call && (string?)call["@name"] == name && (string?)call["@schema"] is "dbo" or "orchestrator";

    private void Take(Call call, Reply reply)
    {
        _markers.Clear(call.Session);
        _markers.Insert(call.Session, call["@ledger"], call["@run"], call["@attempt"], call["@step"], call["@token"]);
        reply.Done(1);
    }

    [GeneratedRegex("^SET XACT_ABORT ON; SET ARITHABORT ON|dm_exec_describe_first_result_set|^DECLARE @t int = "
        + @"|t.durability = 1|sys\.security_predicates")]
    private static partial Regex SilentText();

    [GeneratedRegex("WHEN 'U' THEN 'table'")]
    private static partial Regex KindText();

    [GeneratedRegex("^SELECT c.name, coalesce")]
    private static partial Regex ColumnsText();

    [GeneratedRegex("databasepropertyex")]
    private static partial Regex CodePageText();

    [GeneratedRegex("READPAST")]
    private static partial Regex HeldText();

    [GeneratedRegex(@"^UPDATE \[orchestrator\]\.\[markers\] SET \[ledger\]")]
    private static partial Regex TakeText();

    [GeneratedRegex(@"^UPDATE \[orchestrator\]\.\[markers\] SET \[step\] = \[step\]")]
    private static partial Regex AwaitText();

    [GeneratedRegex(@"^SELECT \[ledger\], ")]
    private static partial Regex MarkerText();

    [GeneratedRegex("^SELECT count", RegexOptions.IgnoreCase)]
    private static partial Regex CountText();

    [GeneratedRegex(@"^SELECT TOP \(0\)")]
    private static partial Regex ShapeText();

    [GeneratedRegex(@"FROM \[dbo\]\.\[s\]")]
    private static partial Regex SourceText();
}
