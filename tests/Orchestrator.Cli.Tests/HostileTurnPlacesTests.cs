using System.Text.Json;
using Orchestrator.Service.Tests.Alerts;

namespace Orchestrator.Cli.Tests;

/// <summary>
/// Rows of a loop that come from data, in programs, requests and messages: each is what it is, and says neither which
/// program is started, nor where a request goes, nor to whom a message.
/// </summary>
internal sealed class HostileTurnPlacesTests
{
    private const string Batch = "load.cmd";

    private TemporaryFolder _folder = null!;

    private static IEnumerable<string> Values => [.. HostileTexts.All, HostileTexts.Long];

    [SetUp]
    public void Make()
    {
        _folder = new TemporaryFolder();
        _folder.Write("canary.csv", "canary\n");
        DataFile.Make(_folder.Path, "lite.db", "create table given (n int, v text); create table canary (n int)");
        Give(Values);
    }

    [TearDown]
    public void Remove()
    {
        Assert.That(File.ReadAllText(Path.Combine(_folder.Path, "canary.csv")), Is.EqualTo("canary\n"));
        Assert.That(DataFile.Rows(_folder.Path, "lite.db", "select count(*) from canary"), Is.EqualTo(new[] { "0" }));
        _folder.Dispose();
    }

    [TestCase("kind: http, http: {url: \"https://${var:Word}/v1\"}", "ORC1355")]
    [TestCase("kind: http, http: {url: \"https://a.${var:Word}/v1\"}", "ORC1355")]
    [TestCase("kind: http, http: {url: \"https://a.example.org:${var:Word}\"}", "ORC1355")]
    [TestCase("kind: process, process: {command: [\"${var:Word}\", a]}", "ORC1065")]
    [TestCase("kind: process, process: {command: [\"./bin/${var:Word}\"]}", "ORC1065")]
    [TestCase("kind: process, process: {command: [sh], folder: \"${var:Word}\"}", "ORC1065")]
    public void A_turn_names_no_server_no_program_and_no_folder_of_one(string written, string code)
    {
        Solution($"- {{object: told, container: Per, {written}}}");

        var looked = Call("validate");

        Assert.That(looked.ExitCode, Is.Not.Zero);
        Assert.That(looked.Out + looked.Error, Does.Contain(code));
    }

    [Test]
    public void Each_is_one_argument_and_one_variable_of_a_program()
    {
        RunningCommand.OnLinuxOnly();
        Solution("""
            - object: said
              kind: process
              container: Per
              process:
                command: [sh, "-c", 'printf "%s\0" "$1" >> one; printf "%s\0" "$THIS" >> two', x, "${var:Word}"]
                variables: {THIS: "<${var:Word}>"}
            """);

        var run = Call("run", "--allow", "process");

        Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
        Assert.That(Written("one"), Is.EqualTo(Values));
        Assert.That(Written("two"), Is.EqualTo(Values.Select(value => $"<{value}>")));
    }

    [Test]
    public void What_the_shell_of_a_batch_file_would_read_is_no_argument_of_one()
    {
        RunningCommand.OnLinuxOnly();
        string[] values = ["a b", "it's", "a&b", "%PATH%", "\"x\"", "a\nb"];
        Give(values);
        var batch = _folder.Write(Batch, "#!/bin/sh\nprintf '%s\\0' \"$1\" >> one\n");
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(batch, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        }

        Solution($$"""
            - object: said
              kind: process
              container: Per
              process: {command: [./{{Batch}}, "${var:Word}"]}
            """, turns: "Parallel");

        var run = Call("run", "--allow", "process");

        Assert.That(run.ExitCode, Is.EqualTo(1), run.Out + run.Error);
        Assert.That(run.Out + run.Error, Does.Contain("ORC3524"));
        Assert.That(Written("one"), Is.EquivalentTo(values[..2]));
    }

    [Test]
    public void Each_is_what_it_is_in_an_address_and_in_JSON()
    {
        using var server = new AnsweringServer(_ => AnsweringServer.Answer(200));
        Solution($$"""
            - object: told
              kind: http
              container: Per
              http:
                method: PUT
                url: "{{server.Address}}/v1/x${var:Word}?said=${var:Word}"
                headers: {Content-Type: application/json}
                body: '{"said": "${var:Word}", "canary": false}'
                allowPrivate: true
            """);

        var run = Call("run");

        Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
        Assert.That(server.Requests.Count, Is.EqualTo(Values.Count()));
        foreach (var (value, request) in Values.Zip(server.Requests))
        {
            var end = request.IndexOf("\r\n\r\n", StringComparison.Ordinal);
            var line = request.Split("\r\n")[0];
            Assert.That(line, Does.StartWith("PUT /v1/x").And.EndsWith(" HTTP/1.1"));
            var asked = line["PUT ".Length..^" HTTP/1.1".Length];
            Assert.That(Uri.UnescapeDataString(asked), Is.EqualTo($"/v1/x{value}?said={value}"));
            Assert.That(asked.Where(one => one is <= ' ' or > '~' or '#'), Is.Empty);
            Assert.That(asked.Count(one => one is '/' or '?' or '&'), Is.EqualTo(3));
            Assert.That(request[..end], Does.Not.Contain("X-Canary:"));
            using var body = JsonDocument.Parse(request[end..]);
            Assert.That(body.RootElement.GetProperty("said").GetString(), Is.EqualTo(value));
            Assert.That(body.RootElement.GetProperty("canary").GetBoolean(), Is.False);
            Assert.That(body.RootElement.EnumerateObject().Count(), Is.EqualTo(2));
        }
    }

    [TestCase("..")]
    [TestCase(".")]
    public void None_is_a_step_in_a_path(string value)
    {
        using var server = new AnsweringServer(_ => AnsweringServer.Answer(200));
        Give([value]);
        Solution($$"""
            - object: told
              kind: http
              container: Per
              http: {url: "{{server.Address}}/v1/${var:Word}/x", allowPrivate: true}
            """);

        var run = Call("run");

        Assert.That(run.Out + run.Error, Does.Contain("ORC3550"));
        Assert.That(server.Requests, Is.Empty);
    }

    [Test]
    public void None_ends_a_header()
    {
        using var server = new AnsweringServer(_ => AnsweringServer.Answer(200));
        Solution($$"""
            - object: told
              kind: http
              container: Per
              http: {url: "{{server.Address}}/v1", headers: {X-Said: "<${var:Word}>"}, allowPrivate: true}
            """, turns: "Parallel");

        var run = Call("run");

        Assert.That(run.Out + run.Error, Does.Contain("ORC3555"));
        var said = server.Requests.Select(request => request.Split("\r\n")
            .Single(line => line.StartsWith("X-Said: ", StringComparison.Ordinal))["X-Said: ".Length..]);
        Assert.That(said, Is.EquivalentTo(
            Values.Where(value => value.All(one => one is (>= ' ' and <= '~') or '\t')).Select(value => $"<{value}>")));
        Assert.That(server.Requests, Has.None.Contains("\r\nX-Canary:"));
    }

    [Test]
    public async Task A_message_has_each_as_words_and_goes_to_nobody_else()
    {
        await using var server = new SmtpServer();
        Solution("""
            - object: told
              kind: mail
              container: Per
              message: {to: [ops@example.org], subject: "Of ${var:Word}", body: "<${var:Word}>\n.\nQUIT"}
            """, $"mail: {{host: 127.0.0.1, port: {server.Port}, tls: none, from: etl@example.org}}");

        var run = Call("run");

        Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
        Assert.That(server.Letters.Count, Is.EqualTo(Values.Count()));
        Assert.That(server.Told.Where(line => line.StartsWith("RCPT", StringComparison.Ordinal)).Distinct(),
            Is.EqualTo(new[] { "RCPT TO:<ops@example.org>" }));
        var heads = server.Letters.Select(letter => letter[..letter.IndexOf("\n\n", StringComparison.Ordinal)]);
        Assert.That(heads, Has.None.Contains("\nX-Canary:").And.None.Contains("=?utf-8?q?canary"));
    }

    [Test]
    public async Task No_address_is_made_of_one_that_is_none()
    {
        await using var server = new SmtpServer();
        Give(Values.Append("boss@example.org"));
        Solution("""
            - object: told
              kind: mail
              container: Per
              message: {to: ["${var:Word}"], subject: Hello}
            """, $"mail: {{host: 127.0.0.1, port: {server.Port}, tls: none, from: etl@example.org}}",
            turns: "Parallel");

        var run = Call("run");

        Assert.That(run.Out + run.Error, Does.Contain("ORC3540"));
        Assert.That(server.Told.Where(line => line.StartsWith("RCPT", StringComparison.Ordinal)),
            Is.EqualTo(new[] { "RCPT TO:<boss@example.org>" }));
    }

    [Test]
    public async Task A_file_goes_with_a_message_only_where_a_row_is_a_piece_of_its_name()
    {
        await using var server = new SmtpServer();
        _folder.Write("out/a.csv", "a\n");
        Give(["a", "*", "../canary", "../out/a", "${env:HOME}"]);
        Solution("""
            - object: told
              kind: mail
              container: Per
              message:
                to: [ops@example.org]
                subject: Hello
                attachments: ["${var:Word}.csv"]
                attachmentsFrom: Out
            """, $"mail: {{host: 127.0.0.1, port: {server.Port}, tls: none, from: etl@example.org}}",
            turns: "Parallel");

        var run = Call("run");

        Assert.That(run.Out + run.Error, Does.Contain("ORC3524"));
        Assert.That(server.Letters.Single(), Does.Contain("a.csv").And.Not.Contain("canary"));
    }

    [TestCase("orchestrator_columns", "the engine's own")]
    [TestCase("sqlite_master", "for itself")]
    public void None_names_a_table_of_the_engine_or_of_its_platform(string value, string why)
    {
        Give([value]);
        Solution("""
            - object: loaded
              container: Per
              source: {name: canary}
              target: {name: "${var:Word}"}
            """);

        var run = Call("run");

        Assert.That(run.ExitCode, Is.EqualTo(1));
        Assert.That(run.Out + run.Error, Does.Contain("ORC3627").And.Contain(why));
    }

    [Test]
    public void A_table_is_called_by_a_row_and_by_nothing_that_it_stands_for()
    {
        Give(HostileTexts.All);
        DataFile.Execute(_folder.Path, "lite.db", "create table one (n int); insert into one values (1)");
        Solution("""
            - object: loaded
              container: Per
              source: {name: one}
              target: {name: "t_${var:Word}"}
              columns: [{column: n, dataType: int}]
            """);

        var run = Call("run");

        Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
        Assert.That(
            DataFile.Rows(_folder.Path, "lite.db",
                "select name from sqlite_master where type = 'table' and substr(name, 1, 2) = 't_'"),
            Is.EquivalentTo(HostileTexts.All.Select(value => $"t_{value}")));
    }

    [Test]
    public void A_file_that_was_found_stands_for_itself_and_for_no_other()
    {
        RunningCommand.OnLinuxOnly();
        Array.ForEach(["a*.csv", "ab.csv", "axx.csv", "a'.csv"], name => _folder.Write($"out/{name}", "n\n"));
        _folder.Write("solution.yaml", """
            formatVersion: 1
            solution: Found
            connections:
              - {connection: Out, platform: Files, folder: out}
              - {connection: Db, platform: Sqlite, file: lite.db}
            batches: [{batch: Nightly, projects: [P]}]
            projects:
              - project: P
                source: Out
                target: Db
                containers: [{container: Per, forEach: {files: "a?.csv"} }]
                objects:
                  - {object: removed, kind: file, container: Per, file: {connection: Out, delete: "${var:File}"} }
            """);

        var run = Call("run");

        Assert.That(run.ExitCode, Is.EqualTo(1), run.Out + run.Error);
        Assert.That(run.Out + run.Error, Does.Contain("ORC3524"));
        Assert.That(Directory.GetFiles(Path.Combine(_folder.Path, "out")).Select(Path.GetFileName),
            Is.EquivalentTo(new[] { "a*.csv", "axx.csv" }));
    }

    [Test]
    public void A_text_in_a_condition_is_a_value_and_no_condition()
    {
        Solution("""
            - object: asked
              kind: sql
              container: Per
              when: "Word = 'a' or Word = ''"
              sql: insert into canary values (1)
            """);

        var run = Call("run");
        var status = Call("status", "latest", "--why");

        Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
        foreach (var text in new[] { run.Out, run.Error, status.Out, Call("logs").Out })
        {
            Assert.That(
                text.Where(one => one != '\n' && (char.IsControl(one) || one is '\u202E' or '\u2028')), Is.Empty);
        }
    }

    [Test]
    public void A_bound_of_a_watermark_is_none_where_it_is_text()
    {
        Give(["2026-01-01'); drop table canary; --\u001b[31m"]);
        Solution("""
            - object: loaded
              source: {name: canary}
              columns: [{column: n, dataType: int, key: 1}]
              load: {pattern: Merge}
              watermarks: [{watermark: N, column: n, dataType: int, toSql: select v from given}]
            """);

        var run = Call("run");

        Assert.That(run.ExitCode, Is.EqualTo(1), run.Out);
        Assert.That(run.Out + run.Error, Does.Contain("ORC3450").And.Not.Contain("\u001b"));
    }

    private void Solution(string objects, string more = "", string turns = "Linear") => _folder.Write(
        "solution.yaml", $$"""
        formatVersion: 1
        solution: Places
        {{more}}
        connections:
          - {connection: Db, platform: Sqlite, file: lite.db}
          - {connection: Out, platform: Files, folder: out}
        variables:
          - {variable: Words, scope: run, rows: {Word: nvarchar(4000)} }
        batches: [{batch: Nightly, projects: [P]}]
        projects:
          - project: P
            source: Db
            target: Db
            containers:
              - {container: First, level: 10}
              - {container: Per, level: 20, forEach: {rows: Words, turns: {{turns}}} }
            objects:
              - object: get
                kind: sql
                container: First
                sql: select v as Word from given order by n
                sets: {Words: rows}

        """ + string.Concat(objects.Split('\n').Select(line => $"      {line}\n")));

    private Called Call(params string[] arguments) => Called.With(_folder.Path, arguments);

    private string[] Written(string file) =>
        File.ReadAllText(Path.Combine(_folder.Path, file)).Split('\0', StringSplitOptions.RemoveEmptyEntries);

    private void Give(IEnumerable<string> values)
    {
        var rows = values.Select((value, place) =>
            $"({place}, '{value.Replace("'", "''", StringComparison.Ordinal)}')");
        DataFile.Execute(_folder.Path, "lite.db",
            $"delete from given; insert into given values {string.Join(", ", rows)}");
    }
}
