using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using Npgsql;
using Orchestrator.Service.Tests.Alerts;

namespace Orchestrator.Cli.Tests.Run.RunValues;

/// <summary>What the run finds out as arguments, requests, messages, whole statements and bounds.</summary>
internal sealed class ValuesInTextsTests
{
    private const string Odd = "it's \"; } \\ , \u2019 $(id) `id`";
    private const string Source = "ORCHESTRATOR_TEST_BOUNDS";

    private TemporaryFolder _folder = null!;

    [SetUp]
    public void Make()
    {
        _folder = new TemporaryFolder();
        DataFile.Make(_folder.Path, "lite.db", "create table given (v text); create table canary (n int)");
    }

    [TearDown]
    public void Remove() => _folder.Dispose();

    [Test]
    public void An_argument_and_a_variable_of_a_program_are_the_value_and_nothing_else()
    {
        RunningCommand.OnLinuxOnly();
        Give(Odd);
        Solution("""
            - object: said
              kind: process
              process:
                command: [sh, "-c", 'printf %s "$1" > one; printf %s "$THIS" > two', x, "${var:Odd}"]
                variables: {THIS: "<${var:Odd}>"}
            """);

        var run = Call("run", "--allow", "process");

        Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
        Assert.That(File.ReadAllText(Path.Combine(_folder.Path, "one")), Is.EqualTo(Odd));
        Assert.That(File.ReadAllText(Path.Combine(_folder.Path, "two")), Is.EqualTo($"<{Odd}>"));
    }

    [Test]
    public void A_request_has_the_value_where_it_stands_and_each_place_has_its_own_quotes()
    {
        using var server = new AnsweringServer(_ => AnsweringServer.Answer(200));
        Give(Odd);
        Solution($$"""
            - object: told
              kind: http
              http:
                method: PUT
                url: "{{server.Address}}/v1?said=${var:Odd}"
                headers: {Content-Type: application/json}
                body: '{"said": "${var:Odd}"}'
                allowPrivate: true
            """);

        var run = Call("run");

        Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
        var request = server.Requests.Single();
        Assert.That(request, Does.StartWith($"PUT /v1?said={Uri.EscapeDataString(Odd)} HTTP/1.1\r\n"));
        using var body = JsonDocument.Parse(request[(request.IndexOf("\r\n\r\n", StringComparison.Ordinal) + 4)..]);
        Assert.That(body.RootElement.GetProperty("said").GetString(), Is.EqualTo(Odd));
    }

    [Test]
    public void A_value_names_no_server_and_ends_no_header()
    {
        Solution("""
            - object: told
              kind: http
              http: {url: "https://${var:Odd}/v1"}
            """);
        var asked = Call("validate");
        using var server = new AnsweringServer(_ => AnsweringServer.Answer(200));
        Give("a\r\nX-Canary: b");
        Solution($$"""
            - object: told
              kind: http
              http: {url: "{{server.Address}}/v1", headers: {X-Said: "${var:Odd}"}, allowPrivate: true}
            """);
        var sent = Call("run");

        Assert.That(asked.ExitCode, Is.Not.Zero);
        Assert.That(asked.Out + asked.Error, Does.Contain("ORC1355"));
        Assert.That(sent.Out + sent.Error, Does.Contain("ORC3555"));
        Assert.That(server.Requests, Is.Empty);
    }

    [TestCase("Boss\r\nBcc: canary@example.org", "subject: \"Of ${var:Odd}\", to: [ops@example.org]", 1)]
    [TestCase("ops@example.org, canary@example.org", "subject: Hello, to: [\"${var:Odd}\"]", 0)]
    [TestCase("ops@example.org>\r\nRCPT TO:<canary@example.org", "subject: Hello, to: [\"${var:Odd}\"]", 0)]
    public async Task A_message_goes_to_nobody_whom_a_value_adds(string value, string message, int sent)
    {
        await using var server = new SmtpServer();
        Give(value);
        Solution($$"""
            - {object: told, kind: mail, message: { {{message}} } }
            """, $"mail: {{host: 127.0.0.1, port: {server.Port}, tls: none, from: etl@example.org}}");

        var run = Call("run");

        Assert.That(run.ExitCode, Is.EqualTo(1 - sent), run.Out + run.Error);
        // In a subject it is words.
        Assert.That(server.Told.Where(line => !line.StartsWith("Subject: ", StringComparison.Ordinal)),
            Has.None.Contains("canary@example.org"));
        Assert.That(server.Letters.Count, Is.EqualTo(sent));
        Assert.That(server.Letters, Has.None.Contains("\nBcc:"));
    }

    [Test]
    public void A_whole_statement_runs_where_it_is_allowed_and_its_hash_is_recorded()
    {
        const string Statement = "insert into canary values (7); update canary set n = n + 1";
        Give(Statement);
        Solution("- {object: done, kind: sql, sqlFrom: Odd}");

        var looked = Call("validate");
        var refused = Call("run");
        var run = Call("run", "--allow", "sql-text");

        Assert.That(looked.ExitCode, Is.Zero, looked.Error);
        Assert.That(looked.Out + looked.Error, Does.Contain("ORC1354"));
        Assert.That(refused.ExitCode, Is.EqualTo(2));
        Assert.That(refused.Error, Does.Contain("P/done runs what 'Odd' holds as SQL").And.Contain("--allow sql-text"));
        Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
        Assert.That(Rows("select n from canary"), Is.EqualTo(new[] { "8" }));
        var hash = Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(Statement)));
        Assert.That(LedgerTables.Rows(_folder.Path, "select load_path from attempts order by attempt desc limit 1"),
            Is.EqualTo(new[] { $"statement of Odd, SHA-256 {hash}" }));
    }

    [TestCase("sql: \"select '${name:Odd}'\"", "ORC1351")]
    [TestCase("sql: \"select 1 -- ${name:Odd}\"", "ORC1351")]
    [TestCase("sql: \"select 1 from t_${name:Odd}\"", "ORC1351")]
    [TestCase("sql: \"select 1 from ${name:Even}\"", "ORC1352")]
    [TestCase("sqlFrom: Even", "ORC1063")]
    [TestCase("sqlFrom: Many", "ORC1197")]
    [TestCase("sql: \"select ${var:Odd}\"", "ORC1033")]
    public void What_can_be_no_name_is_said_before_the_run(string written, string code)
    {
        Solution($"- {{object: done, kind: sql, {written}}}");

        var looked = Call("validate");

        Assert.That(looked.ExitCode, Is.Not.Zero);
        Assert.That(looked.Out + looked.Error, Does.Contain(code));
    }

    [Test]
    public void Who_names_a_table_or_a_file_waits_for_the_value_and_a_sensitive_one_names_no_file()
    {
        Solution("""
            - {object: named, source: {name: "${name:Odd}"}}
            - {object: sent, kind: http, http: {url: "https://a.example.org/${var:Odd}"}}
            """);
        var graph = Call("plan", "-o", "mermaid");
        Solution("- {object: copied, kind: file, file: {connection: Out, copy: \"${var:Odd}.csv\", to: b}}",
            sensitive: ", sensitive: true");
        var looked = Call("validate");

        Assert.That(graph.Out.Split("-. Odd .->"), Has.Length.EqualTo(3), graph.Out + graph.Error);
        Assert.That(looked.Out + looked.Error, Does.Contain("ORC1195"));
    }

    [TestCase("source: {name: \"${name:Odd}\"}")]
    [TestCase("kind: sql, sql: \"delete from ${name:Odd}\"")]
    public void A_sensitive_value_names_no_table(string written)
    {
        Solution($"- {{object: named, {written}}}", sensitive: ", sensitive: true");

        var looked = Call("validate");

        Assert.That(looked.ExitCode, Is.Not.Zero);
        Assert.That(looked.Out + looked.Error, Does.Contain("ORC1195").And.Contain("names a table by 'Odd'"));
    }

    [Test]
    public void A_procedure_is_given_the_bounds_of_its_watermark_and_the_next_night_goes_on()
    {
        var database = Postgres("""
            create table sold (id int primary key, at timestamp);
            insert into sold values (1, '2026-01-01'), (2, '2026-01-02');
            create function sales(since timestamp, until timestamp) returns setof sold language sql as
              $$ select * from sold where at > coalesce(since, '-infinity') and at <= until $$
            """);
        _folder.Write("solution.yaml", $$"""
            formatVersion: 1
            solution: Bounds
            connections:
              - {connection: Crm, platform: PostgreSql, connectionString: "${env:{{Source}}}"}
              - {connection: Lite, platform: Sqlite, file: lite.db}
            batches: [{batch: Nightly, projects: [P]}]
            projects:
              - project: P
                source: Crm
                target: Lite
                objects:
                  - object: sold
                    source:
                      procedure: sales
                      arguments: {since: "${watermark:Sold.from}", until: "${watermark:Sold.to}"}
                    columns: [{column: id, dataType: int, key: 1}, {column: at, dataType: datetime2(6)}]
                    load: {pattern: Merge}
                    watermarks:
                      - watermark: Sold
                        column: at
                        dataType: datetime2(6)
                        toSql: select max(at) from sold
            """);

        var first = Call("run");
        Execute(database, "insert into sold values (3, '2026-01-03'); delete from sold where id = 1");
        var second = Call("run");

        Assert.That(first.ExitCode, Is.Zero, first.Out + first.Error);
        Assert.That(second.ExitCode, Is.Zero, second.Out + second.Error);
        Assert.That(first.Out + first.Error, Does.Contain("2 read"));
        Assert.That(second.Out + second.Error, Does.Contain("1 read"));
        Assert.That(Rows("select id from sold order by id"), Is.EqualTo(new[] { "1", "2", "3" }));
    }

    [TestCase("since: \"${watermark:Other.from}\", until: \"${watermark:Sold.to}\"", "ORC1198")]
    [TestCase("since: \"x ${watermark:Sold.from}\", until: \"${watermark:Sold.to}\"", "ORC1198")]
    [TestCase("until: \"${watermark:Sold.to}\"", "ORC1071")]
    public void Bounds_that_are_none_are_said_before_the_run(string arguments, string code)
    {
        Solution($"- {{object: sold, source: {{procedure: p, arguments: {{{arguments}}}}}, load: {{pattern: Merge}}, "
            + "columns: [{column: at, key: 1}], watermarks: [{watermark: Sold, column: at, dataType: date, "
            + "toSql: select 1}]}");

        var looked = Call("validate");

        Assert.That(looked.ExitCode, Is.Not.Zero);
        Assert.That(looked.Out + looked.Error, Does.Contain(code));
    }

    private void Solution(string objects, string more = "", string sensitive = "") => _folder.Write(
        "solution.yaml", $$"""
        formatVersion: 1
        solution: Texts
        {{more}}
        connections:
          - {connection: Db, platform: Sqlite, file: lite.db}
          - {connection: Out, platform: Files, folder: out}
        variables:
          - {variable: Odd, dataType: nvarchar(4000), scope: run{{sensitive}}}
          - {variable: Many, dataType: int, default: 1}
        batches: [{batch: Nightly, projects: [P]}]
        projects:
          - project: P
            source: Db
            target: Db
            objects:
              - {object: get, kind: sql, sql: select v as Word from given, sets: {Odd: Word} }

        """ + string.Concat(objects.Split('\n').Select(line => $"      {line}\n")));

    private Called Call(params string[] arguments) => Called.With(_folder.Path,
        new() { [Source] = Environment.GetEnvironmentVariable(Source) ?? "" }, false, arguments);

    private void Give(string value) => DataFile.Execute(_folder.Path, "lite.db",
        $"delete from given; insert into given values ('{value.Replace("'", "''", StringComparison.Ordinal)}')");

    private List<string> Rows(string sql) => DataFile.Rows(_folder.Path, "lite.db", sql);

    private static string Postgres(string sql)
    {
        Execute(Server.Cluster.ConnectionString(), "CREATE DATABASE watermark_bounds");
        var database = Server.Cluster.ConnectionString("watermark_bounds");
        Environment.SetEnvironmentVariable(Source, database);
        Execute(database, sql);
        return database;
    }

    private static void Execute(string database, string sql)
    {
        using var connection = new NpgsqlConnection(database + ";Pooling=false");
        connection.Open();
        using var command = new NpgsqlCommand(sql, connection);
        command.ExecuteNonQuery();
    }
}
