using System.Globalization;
using Orchestrator.Service.Tests.Alerts;

namespace Orchestrator.Cli.Tests.Run.RunValues;

/// <summary>Facts of a load, of the run and of a failure, as later packages see them: in SQL and in messages, in the
/// night itself and in a retry.</summary>
internal sealed class FactsTests
{
    private const string Table = "create table night (r bigint, i bigint, j bigint, s varchar(20), c varchar(20), "
        + "n bigint, e varchar(50), u bigint)";

    private const string Insert = "insert into night values (@Read, @Inserted, @Rejected, @State, @Code, "
        + "@orchestrator_run_number, @orchestrator_run_environment, @Changed)";

    private const string Told = "select cast(r as text) || '|' || i || '|' || j || '|' || s || '|' "
        + "|| coalesce(c, '-') || '|' || n || '|' || e || '|' || coalesce(cast(u as text), '-') from night";

    private RejectingSolution? _solution;

    [TearDown]
    public void Remove()
    {
        _solution?.Dispose();
        _solution = null;
    }

    [TestCase("Sqlite")]
    [TestCase("PostgreSql")]
    public void A_statement_sees_what_a_load_and_a_statement_before_it_came_to(string platform)
    {
        Make(platform, Insert);

        var run = Night("run");

        Assert.That(_solution!.Rows(Told), Is.EqualTo(new[] { "3|1|2|Succeeded|-|1|default|-" }), run.Error);
        Assert.That(_solution.Call("plan").Out, Does.Contain("reads facts of Staging/invoice, Staging/make"));
        Assert.That(_solution.Call("show", "note").Out, Does.Contain("facts.Rejected"));
        Assert.That(_solution.Call("validate").ExitCode, Is.Zero);
    }

    [TestCase("Sqlite")]
    [TestCase("PostgreSql")]
    public void A_retry_sees_the_facts_of_then(string platform)
    {
        Make(platform, Insert.Replace("night", "nowhere", StringComparison.Ordinal));
        var run = Night("run");
        Note(Insert);

        var retry = _solution!.Call("retry");

        Assert.That((run.ExitCode, _solution.Rows(Told)),
            Is.EqualTo((1, new[] { "3|1|2|Succeeded|-|2|default|-" })), retry.Out + retry.Error);
    }

    [Test]
    public async Task A_message_says_them()
    {
        await using var server = new SmtpServer();
        using var folder = new TemporaryFolder();
        folder.Write("in/customer.csv", "Id,Name\n1,Ann\n2,Bob\n");
        Write(folder, $"mail: {{host: 127.0.0.1, port: {server.Port}, tls: none, from: etl@example.org}}", """
            - {object: customer, source: {file: customer.csv}}
            - object: tell
              kind: mail
              message:
                to: [ops@example.org]
                subject: "${state:customer}, ${rows:customer.inserted} of ${rows:customer.read}"
                body: "Run ${run:number} since ${run:began}, ${error:customer.text}"
            """);

        var run = Called.With(folder.Path, "run");

        Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
        var letter = server.Letters.Single();
        Assert.That(letter, Does.Contain("Subject: Succeeded, 2 of 2"));
        Assert.That(letter, Does.Match(@"Run 1 since \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}, -"));
    }

    [Test]
    public async Task A_message_of_a_handler_says_what_has_failed()
    {
        await using var server = new SmtpServer();
        using var folder = new TemporaryFolder();
        Write(folder, $"mail: {{host: 127.0.0.1, port: {server.Port}, tls: none, from: etl@example.org}}", """
            - {object: broken, kind: sql, sql: insert into nowhere values (1)}
            - object: tell
              kind: mail
              dependsOn: [{object: broken, outcome: Failure}]
              message: {to: [ops@example.org], subject: "${error:object}", body: "${error:code} ${error:message}"}
            """);

        var run = Called.With(folder.Path, "run");

        Assert.That(run.ExitCode, Is.EqualTo(1), run.Out + run.Error);
        Assert.That(server.Letters.Single(),
            Does.Contain("Subject: P/broken").And.Contain("ORC3420").And.Contain("nowhere"));
    }

    [TestCase("${run:number}-${error:code}.txt", 1)]
    [TestCase("${error:message}.txt", 0)]
    public async Task A_fact_in_the_name_of_an_attachment_is_a_piece_of_one_name(string attached, int letters)
    {
        await using var server = new SmtpServer();
        using var folder = new TemporaryFolder();
        Write(folder, $"mail: {{host: 127.0.0.1, port: {server.Port}, tls: none, from: etl@example.org}}", $$"""
            - {object: broken, kind: sql, sql: insert into nowhere values (1)}
            - object: tell
              kind: mail
              dependsOn: [{object: broken, outcome: Failure}]
              message: {to: [a@example.org], subject: x, attachments: ["{{attached}}"], attachmentsFrom: Files}
            """);
        folder.Write("in/1-ORC3420.txt", "x");

        var run = Called.With(folder.Path, "run");

        Assert.That(server.Letters, Has.Count.EqualTo(letters), run.Out + run.Error);
        Assert.That(run.Out + run.Error, Does.Contain(letters == 1 ? "ORC3420" : "ORC3628"));
    }

    [Test]
    public void Handlers_are_told_of_the_first_failure_each_once()
    {
        using var folder = new TemporaryFolder();
        const string Values = "@orchestrator_error_object, @orchestrator_error_class is not null, "
            + "@orchestrator_error_attempt, @orchestrator_error_code is not null, @orchestrator_error_message";
        Write(folder, "", $$"""
            - {object: make, kind: sql, sql: "create table told (w text, o text, c int, a int, k int, m text)"}
            - {object: broken, kind: sql, sql: insert into nowhere values (1), dependsOn: [make]}
            - object: handler
              kind: sql
              sql: insert into told values ('handler', {{Values}})
              dependsOn: [{object: broken, outcome: Failure}]
            - object: hooked
              kind: sql
              sql: insert into nothing values (1)
              dependsOn: [handler]
              hooks:
                - {hook: tell, when: after, outcome: Failure, sql: "insert into told values ('own', {{Values}})"}
            """, $$"""
            hooks:
              - {hook: note, when: after, outcome: Failure, sql: "insert into told values ('hook', {{Values}})"}
            """);

        var run = Called.With(folder.Path, "run");

        Assert.That(run.ExitCode, Is.EqualTo(1), run.Out + run.Error);
        string[] told = [.. DataFile.Rows(folder.Path, "lite.db",
            "select w || '|' || o || '|' || c || '|' || a || '|' || k from told order by w")];
        var attempts = LedgerTables.Rows(folder.Path, "select a.attempt from attempts a join nodes n on n.run = a.run "
            + "and n.node = a.node where n.name in ('P/broken', 'P/hooked') order by n.name")
            .Select(number => long.Parse(number, CultureInfo.InvariantCulture)).ToArray();
        Assert.That(told, Is.EqualTo(new[]
        {
            $"handler|P/broken|1|{attempts[0]}|1", $"hook|P/broken|1|{attempts[0]}|1",
            $"own|P/hooked|1|{attempts[1]}|1",
        }));
        Assert.That(DataFile.Rows(folder.Path, "lite.db", "select m from told where w = 'handler'"),
            Has.All.Contains("nowhere"));
    }

    private void Make(string platform, string note)
    {
        _solution = new RejectingSolution(platform);
        Write("make", Table, "");
        Note(note);
    }

    private Called Night(string verb) => _solution!.Call(verb, "-s", "invoice", "-s", "make", "-s", "note");

    private void Note(string sql) => Write("note", sql, """
        facts:
          Read: "${rows:invoice.read}"
          Inserted: "${rows:Staging/invoice.inserted}"
          Rejected: "${rows:invoice.rejected}"
          State: "${state:invoice}"
          Code: "${error:invoice.code}"
          Changed: "${rows:make.updated}"
        """);

    private void Write(string name, string sql, string more) => File.WriteAllText(
        Path.Combine(_solution!.Folder, "projects", "Staging", "objects", $"{name}.yaml"),
        $"object: {name}\nkind: sql\nsql: |\n  {sql}\n{more}\n");

    private static void Write(TemporaryFolder folder, string mail, string objects, string hooks = "")
    {
        Directory.CreateDirectory(Path.Combine(folder.Path, "in"));
        folder.Write("solution.yaml", $$"""
            formatVersion: 1
            solution: Facts
            {{mail}}
            connections:
              - {connection: Files, platform: Files, folder: in}
              - {connection: Lite, platform: Sqlite, file: lite.db}
            batches: [{batch: Nightly, projects: [P]}]
            projects:
              - project: P
                source: Files
                target: Lite
            {{Indented(hooks, 4)}}
                objects:
            {{Indented(objects, 6)}}
            """);
    }

    private static string Indented(string text, int by) => string.Join(
        '\n', text.ReplaceLineEndings("\n").Split('\n').Select(line => new string(' ', by) + line));
}
