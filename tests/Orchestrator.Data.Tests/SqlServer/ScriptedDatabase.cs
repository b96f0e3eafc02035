using System.Text.RegularExpressions;
using Orchestrator.Tds;

namespace Orchestrator.Data.Tests.SqlServer;

/// <summary>A scripted server that answers what the driver asks by itself; a test adds the rest.</summary>
internal sealed partial class ScriptedDatabase : IDisposable
{
    public ScriptedDatabase()
    {
        Server.On(Session(), _ => { });
        Server.On(Describe(), _ => { });
        Server.On(Outputs(), _ => { });
        Server.On(DefaultsOf(), reply => reply.Rows(
            ["name nvarchar(128)"],
            [.. Defaults.Split(',', StringSplitOptions.RemoveEmptyEntries).Select(name => new object?[] { name })]));
        Server.On(Shape(), (request, reply) =>
        {
            var name = Shape().Match(request.Sql!).Groups["table"].Value;
            reply.Rows(_tables[name].Columns, []);
        });
    }

    private readonly Dictionary<string, Table> _tables = new(StringComparer.OrdinalIgnoreCase);

    public TdsServer Server { get; } = TdsServer.Start();

    /// <summary>The columns with a default, with commas between.</summary>
    public string Defaults { get; init; } = "";

    public string ConnectionString => Databases.ConnectionTo(Server);

    public IDatabase Open(
        bool isTarget = true, ReadIsolation isolation = default, long rowBytesMax = int.MaxValue,
        Action<string?>? heldUp = null, TimeProvider? time = null) =>
        Databases.Open(ConnectionString, isTarget, isolation, rowBytesMax, heldUp, time);

    /// <summary>A table in dbo.</summary>
    public Table Table(string name, params string[] columns) => Table(new TableName("dbo", name), columns);

    /// <summary>A table.</summary>
    public Table Table(TableName name, params string[] columns) =>
        _tables[Databases.Platform.Dialect.Quote(name)] = Server.Table($"{name}", columns);

    /// <summary>The rows that a query returns.</summary>
    public void Returns(string sql, string[] columns, params object?[][] rows) =>
        Server.On(sql, reply => reply.Rows(columns, rows));

    public void Dispose() => Server.Dispose();

    [GeneratedRegex("^SET XACT_ABORT ON; SET ARITHABORT ON")]
    private static partial Regex Session();

    [GeneratedRegex("dm_exec_describe_first_result_set")]
    private static partial Regex Describe();

    [GeneratedRegex("sys.parameters")]
    private static partial Regex Outputs();

    [GeneratedRegex("c.default_object_id <> 0$")]
    private static partial Regex DefaultsOf();

    [GeneratedRegex(@"^SELECT TOP \(0\) \* FROM (?<table>\S+)$")]
    private static partial Regex Shape();
}
