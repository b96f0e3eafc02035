using System.Collections.Concurrent;
using System.Text.RegularExpressions;
using Orchestrator.Tds;

namespace Orchestrator.Cli.Tests.Hostile;

/// <summary>
/// Values that come from data in what goes over the wire to a SQL Server: Microsoft's parser sees one statement, in
/// which the value stands as one name or as a parameter, and nowhere else.
/// </summary>
internal sealed partial class InjectedOnSqlServerTests
{
    private const string Variable = "ORCHESTRATOR_TEST_INJECTED_WIRE";

    private readonly ConcurrentQueue<Request> _sent = new();
    private TemporaryFolder _folder = null!;
    private TdsServer _server = null!;

    [SetUp]
    public void Make()
    {
        _sent.Clear();
        _folder = new TemporaryFolder();
        _server = TdsServer.Start();
        // Who is declared last goes first: what the server and the store know of is theirs.
        _server.On(IsUnknown, (_, reply) => reply.Done(1));
        _ = new TableStore(_server);
        Answer("from many", HostileTexts.All);
        Answer("from one", [HostileTexts.Long]);
        _server.On(Noted, (_, reply) => reply.Done(1));
        _folder.Write("solution.yaml", $$"""
            formatVersion: 1
            solution: Wire
            connections:
              - {connection: Db, platform: SqlServer, connectionString: "${env:{{Variable}}}"}
            variables:
              - {variable: Words, scope: run, rows: {Word: nvarchar(4000)} }
              - {variable: Odd, dataType: nvarchar(4000), scope: run}
            batches: [{batch: Nightly, projects: [P]}]
            projects:
              - project: P
                source: Db
                target: Db
                containers:
                  - {container: First, level: 10}
                  - {container: Per, level: 20, forEach: {rows: Words, turns: Linear} }
                objects:
                  - {object: many, kind: sql, container: First, sql: select v as Word from many, sets: {Words: rows} }
                  - {object: one, kind: sql, container: First, sql: select v as Word from one, sets: {Odd: Word} }
                  - {object: keep_one, kind: sql, container: First, sql: insert into kept (v) values (@Odd)}
                  - object: fill_one
                    kind: sql
                    container: First
                    sql: "update dbo.${name:Odd} set n = 1"
                    dependsOn: [keep_one]
                  - {object: keep, kind: sql, container: Per, sql: insert into kept (v) values (@Word)}
                  - object: fill
                    kind: sql
                    container: Per
                    sql: "update dbo.${name:Word} set n = 1 where m = 'fill'; delete from ${name:Word} where n = 2"
                    dependsOn: [keep]
                  - object: called
                    kind: sql
                    container: Per
                    procedure: dbo.tell
                    arguments: {Word: "${var:Word}", Within: "<${var:Word}>"}
                    dependsOn: [fill]
            """);
    }

    [TearDown]
    public void Remove()
    {
        _server.Dispose();
        _folder.Dispose();
    }

    [Test]
    public void A_value_is_one_name_or_a_parameter_and_nothing_else()
    {
        var run = Run("many", "keep", "fill", "called");

        Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
        var sent = _sent.Chunk(3).ToArray();
        Assert.That(sent, Has.Length.EqualTo(HostileTexts.All.Count));
        foreach (var (value, turn) in HostileTexts.All.Zip(sent))
        {
            var (into, fill) = (Parts(turn[0]), Parts(turn[1]));
            Assert.That(into.ToString(), Is.EqualTo("InsertStatement: names kept v, literals , variables @Word"));
            Assert.That(((Call)turn[0])["@Word"], Is.EqualTo(value));
            Assert.That(fill.Statements, Is.EqualTo(new[] { "UpdateStatement", "DeleteStatement" }));
            Assert.That(fill.Names, Is.EqualTo(new[] { "dbo", value, "n", "m", value, "n" }));
            Assert.That(fill.Literals, Is.EqualTo(new[] { "1", "fill", "2" }));
            Assert.That(fill.Variables, Is.Empty);
            var call = (Call)turn[2];
            Assert.That(SqlParts.Of($"EXEC {call.Procedure}").Names, Is.EqualTo(new[] { "dbo", "tell" }));
            Assert.That(call["@Word"], Is.EqualTo(value));
            Assert.That(call["@Within"], Is.EqualTo($"<{value}>"));
        }
    }

    [Test]
    public void One_that_is_too_long_for_a_name_is_a_parameter_and_no_name()
    {
        var run = Run("one", "keep_one", "fill_one");

        Assert.That(run.Out + run.Error, Does.Contain("ORC3627"));
        Assert.That(((Call)_sent.Single())["@Odd"], Is.EqualTo(HostileTexts.Long));
    }

    private void Answer(string part, IReadOnlyList<string> values) => _server.On(
        request => request.Sql is { } sql && sql.Contains(part, StringComparison.Ordinal)
            && !sql.Contains("dm_exec_describe", StringComparison.Ordinal),
        (_, reply) => reply.Rows(["Word nvarchar(4000)"], [.. values.Select(value => new object?[] { value })]));

    private Called Run(params string[] objects)
    {
        string[] call = ["run", .. objects.SelectMany(name => new[] { "-s", name })];
        var server = $"Server=tcp:127.0.0.1,{_server.Port};Database=Staging;User ID=loader;Password=x;Encrypt=Optional";
        return Called.With(_folder.Path, new() { [Variable] = server }, false, call);
    }

    private static SqlParts Parts(Request request) => SqlParts.Of(request.Sql!);

    // What the package has sent, and nothing of the engine's own.
    private bool Noted(Request request)
    {
        var isOwn = request is Call { Sql: null, Procedure: var procedure }
            ? procedure.Contains("tell", StringComparison.Ordinal)
            : request.Sql is { } sql && Written().IsMatch(sql);
        if (isOwn)
        {
            _sent.Enqueue(request);
        }

        return isOwn;
    }

    private static bool IsUnknown(Request request) => request switch
    {
        Batch batch => !OfTheServer().IsMatch(Request.OneLine(batch.Sql)),
        Call { Sql: { } sql } => !OfTheServer().IsMatch(Request.OneLine(sql)),
        Call call => !call.Procedure.StartsWith("sp_", StringComparison.Ordinal),
        _ => false,
    };

    [GeneratedRegex(@"^(insert into kept|update dbo\.\[|delete from \[)")]
    private static partial Regex Written();

    [GeneratedRegex(
        @"^(set |use |kill |begin tran|(if @@trancount > 0 )?(commit|rollback)|select @@(spid|trancount)|insert bulk)",
        RegexOptions.IgnoreCase)]
    private static partial Regex OfTheServer();
}
