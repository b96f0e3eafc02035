using System.Text.Json;

namespace Orchestrator.Cli.Tests.Hostile;

/// <summary>
/// Rows of a loop that come from data, in programs, requests, conditions and names: each is what it is, and says
/// neither which program is started, nor where a request goes.
/// </summary>
internal sealed class HostileTurnPlacesTests
{
    private const string Batch = "load.cmd";
    private const string Host = "ORCHESTRATOR_TEST_HOSTILE_HOST";

    private RowsOfLoop _loop = null!;

    private static IEnumerable<string> Values => [.. HostileTexts.All, HostileTexts.Long];

    [SetUp]
    public void Make()
    {
        _loop = new RowsOfLoop();
        _loop.Give(Values);
    }

    [TearDown]
    public void Remove()
    {
        _loop.AssertCanaries();
        _loop.Dispose();
    }

    [TestCase("kind: http, http: {url: \"https://${var:Word}/v1\"}", "ORC1355")]
    [TestCase("kind: http, http: {url: \"https://a.${var:Word}/v1\"}", "ORC1355")]
    [TestCase("kind: http, http: {url: \"https://a.example.org:${var:Word}\"}", "ORC1355")]
    [TestCase("kind: http, http: {url: \"https://a.example.org\", method: PUT, body: \"<${var:Word}>\", "
        + "headers: {Content-Type: \"${var:Word}\"}}", "ORC1390")]
    [TestCase("kind: process, process: {command: [\"${var:Word}\", a]}", "ORC1065")]
    [TestCase("kind: process, process: {command: [\"./bin/${var:Word}\"]}", "ORC1065")]
    [TestCase("kind: process, process: {command: [sh], folder: \"${var:Word}\"}", "ORC1065")]
    public void A_turn_names_no_server_no_program_and_no_folder_of_one(string written, string code)
    {
        _loop.Write($"- {{object: told, container: Per, {written}}}");

        var looked = _loop.Call("validate");

        Assert.That(looked.ExitCode, Is.Not.Zero);
        Assert.That(looked.Out + looked.Error, Does.Contain(code));
    }

    [Test]
    public void Each_is_one_argument_and_one_variable_of_a_program()
    {
        RunningCommand.OnLinuxOnly();
        _loop.Write("""
            - object: said
              kind: process
              container: Per
              process:
                command: [sh, "-c", 'printf "%s\0" "$1" >> one; printf "%s\0" "$THIS" >> two', x, "${var:Word}"]
                variables: {THIS: "<${var:Word}>"}
            """);

        var run = _loop.Call("run", "--allow", "process");

        Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
        Assert.That(_loop.Written("one"), Is.EqualTo(Values));
        Assert.That(_loop.Written("two"), Is.EqualTo(Values.Select(value => $"<{value}>")));
    }

    [Test]
    public void What_the_shell_of_a_batch_file_would_read_is_no_argument_of_one()
    {
        RunningCommand.OnLinuxOnly();
        string[] values = ["a b", "it's", "a&b", "%PATH%", "\"x\"", "a\nb"];
        _loop.Give(values);
        var batch = _loop.WriteFile(Batch, "#!/bin/sh\nprintf '%s\\0' \"$1\" >> one\n");
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(batch, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        }

        _loop.Write($$"""
            - object: said
              kind: process
              container: Per
              process: {command: [./{{Batch}}, "${var:Word}"]}
            """, turns: "Parallel");

        var run = _loop.Call("run", "--allow", "process");

        Assert.That(run.ExitCode, Is.EqualTo(1), run.Out + run.Error);
        Assert.That(run.Out + run.Error, Does.Contain("ORC3524"));
        Assert.That(_loop.Written("one"), Is.EquivalentTo(values[..2]));
    }

    [Test]
    public void Each_is_what_it_is_in_an_address_and_in_JSON()
    {
        using var server = new AnsweringServer(_ => AnsweringServer.Answer(200));
        _loop.Write($$"""
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

        var run = _loop.Call("run");

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
        _loop.Give([value]);
        _loop.Write($$"""
            - object: told
              kind: http
              container: Per
              http: {url: "{{server.Address}}/v1/${var:Word}/x", allowPrivate: true}
            """);

        var run = _loop.Call("run");

        Assert.That(run.Out + run.Error, Does.Contain("ORC3550"));
        Assert.That(server.Requests, Is.Empty);
    }

    [Test]
    public void None_is_a_piece_of_a_server_whose_name_the_run_asks_for()
    {
        using var server = new AnsweringServer(_ => AnsweringServer.Answer(200));
        var (host, port) = (server.Address[..server.Address.LastIndexOf(':')], server.Address.Split(':')[^1]);
        _loop.Give([$":{port}", ".evil.example"]);
        _loop.Write($$"""
            - object: told
              kind: http
              container: Per
              http: {url: "${env:{{Host}}}${var:Word}/v1", allowPrivate: true}
            """, turns: "Parallel");

        var run = Called.With(_loop.Path, new() { [Host] = host }, false, "run");

        Assert.That(run.Out + run.Error, Does.Contain("ORC3628").And.Contain("a piece of the server's name"));
        Assert.That(server.Requests, Is.Empty);
    }

    [Test]
    public void None_ends_a_header()
    {
        using var server = new AnsweringServer(_ => AnsweringServer.Answer(200));
        _loop.Write($$"""
            - object: told
              kind: http
              container: Per
              http: {url: "{{server.Address}}/v1", headers: {X-Said: "<${var:Word}>"}, allowPrivate: true}
            """, turns: "Parallel");

        var run = _loop.Call("run");

        Assert.That(run.Out + run.Error, Does.Contain("ORC3555"));
        var said = server.Requests.Select(request => request.Split("\r\n")
            .Single(line => line.StartsWith("X-Said: ", StringComparison.Ordinal))["X-Said: ".Length..]);
        Assert.That(said, Is.EquivalentTo(
            Values.Where(value => value.All(one => one is (>= ' ' and <= '~') or '\t')).Select(value => $"<{value}>")));
        Assert.That(server.Requests, Has.None.Contains("\r\nX-Canary:"));
    }

    [TestCase("orchestrator_columns", "the engine's own")]
    [TestCase("sqlite_master", "for itself")]
    public void None_names_a_table_of_the_engine_or_of_its_platform(string value, string why)
    {
        _loop.Give([value]);
        _loop.Write("""
            - object: loaded
              container: Per
              source: {name: canary}
              target: {name: "${var:Word}"}
            """);

        var run = _loop.Call("run");

        Assert.That(run.ExitCode, Is.EqualTo(1));
        Assert.That(run.Out + run.Error, Does.Contain("ORC3627").And.Contain(why));
    }

    [Test]
    public void A_table_is_called_by_a_row_and_by_nothing_that_it_stands_for()
    {
        _loop.Give(HostileTexts.All);
        _loop.Execute("create table one (n int); insert into one values (1)");
        _loop.Write("""
            - object: loaded
              container: Per
              source: {name: one}
              target: {name: "t_${var:Word}"}
              columns: [{column: n, dataType: int}]
            """);

        var run = _loop.Call("run");

        Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
        Assert.That(
            _loop.Rows("select name from sqlite_master where type = 'table' and substr(name, 1, 2) = 't_'"),
            Is.EquivalentTo(HostileTexts.All.Select(value => $"t_{value}")));
    }

    [Test]
    public void A_file_that_was_found_stands_for_itself_and_for_no_other()
    {
        RunningCommand.OnLinuxOnly();
        Array.ForEach(["a*.csv", "ab.csv", "axx.csv", "a'.csv"], name => _loop.WriteFile($"out/{name}", "n\n"));
        _loop.WriteFile("solution.yaml", """
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

        var run = _loop.Call("run");

        Assert.That(run.ExitCode, Is.EqualTo(1), run.Out + run.Error);
        Assert.That(run.Out + run.Error, Does.Contain("ORC3524"));
        Assert.That(Directory.GetFiles(Path.Combine(_loop.Path, "out")).Select(Path.GetFileName),
            Is.EquivalentTo(new[] { "a*.csv", "axx.csv" }));
    }

    [TestCase("target: {name: \"t_${var:Word}\"}")]
    [TestCase("kind: file, file: {connection: Out, delete: \"${var:Word}\"}")]
    public void A_row_that_is_sensitive_names_neither_a_table_nor_a_file(string written)
    {
        _loop.Write($"- {{object: told, container: Per, {written}}}", sensitive: true);

        var looked = _loop.Call("validate");

        Assert.That(looked.Out + looked.Error, Does.Contain("ORC1195").And.Contain("'Word' of 'Words'"));
    }

    [Test]
    public void A_value_is_text_on_each_screen_and_in_the_report()
    {
        const string value = "<script>alert(1)</script>\u001b[31m\u202E\"'\u2028";
        _loop.Give([value]);
        _loop.WriteFile("solution.yaml", """
            formatVersion: 1
            solution: Shown
            connections:
              - {connection: Db, platform: Sqlite, file: lite.db}
            variables:
              - {variable: Odd, dataType: nvarchar(4000), scope: run}
            batches: [{batch: Nightly, projects: [P]}]
            projects:
              - project: P
                target: Db
                objects:
                  - {object: get, kind: sql, sql: select v as Word from given, sets: {Odd: Word} }
                  - {object: read, kind: sql, when: "Odd = 'x'", sql: "insert into canary values (1)"}
            """);

        var run = _loop.Call("run");
        var report = _loop.Call("report", "latest", "--file", Path.Combine(_loop.Path, "report.html"));
        var json = _loop.Call("status", "latest", "-o", "json");

        Assert.That((run.ExitCode, report.ExitCode), Is.EqualTo((0, 0)), run.Out + run.Error + report.Error);
        using var document = JsonDocument.Parse(json.Out);
        Assert.That(document.RootElement.TryGetProperty("values", out _), Is.True);
        foreach (var text in new[] { run.Out, run.Error, json.Out, _loop.Call("status", "latest", "--why").Out })
        {
            Assert.That(
                text.Where(one => one != '\n' && (char.IsControl(one) || one is '\u202E' or '\u2028')), Is.Empty);
        }

        var page = File.ReadAllText(Path.Combine(_loop.Path, "report.html"));
        Assert.That(page, Does.Not.Contain("<script>alert"));
        Assert.That(page.ToCharArray(), Has.None.AnyOf('\u001b', '\u202E'));
    }

    [Test]
    public void A_text_in_a_condition_is_a_value_and_no_condition()
    {
        _loop.Write("""
            - object: asked
              kind: sql
              container: Per
              when: "Word = 'a' or Word = ''"
              sql: insert into canary values (1)
            """);

        var run = _loop.Call("run");
        var status = _loop.Call("status", "latest", "--why");

        Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
        foreach (var text in new[] { run.Out, run.Error, status.Out, _loop.Call("logs").Out })
        {
            Assert.That(
                text.Where(one => one != '\n' && (char.IsControl(one) || one is '\u202E' or '\u2028')), Is.Empty);
        }
    }

    [Test]
    public void A_bound_of_a_watermark_is_none_where_it_is_text()
    {
        _loop.Give(["2026-01-01'); drop table canary; --\u001b[31m"]);
        _loop.Write("""
            - {object: asked, kind: sql, container: Per, sql: select 1}
            - object: loaded
              container: First
              source: {name: canary}
              columns: [{column: n, dataType: int, key: 1}]
              load: {pattern: Merge}
              watermarks: [{watermark: N, column: n, dataType: int, toSql: select v from given}]
            """);

        var run = _loop.Call("run");

        Assert.That(run.ExitCode, Is.EqualTo(1), run.Out);
        Assert.That(run.Out + run.Error, Does.Contain("ORC3450"));
        Assert.That((run.Out + run.Error).ToCharArray(), Has.None.EqualTo('\u001b'));
    }
}
