using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Text;
using System.Text.Encodings.Web;
using Microsoft.Data.Sqlite;

namespace Orchestrator.Cli.Tests.Output;

/// <summary>
/// Runs the command with two marked secrets in connection strings, one from a mounted file and one from a variable,
/// and looks for them in all that it writes, keeps and shows: within this process, and once in one of its own.
/// </summary>
[Platform("Linux", Reason = "reads /proc, and the names of the files are none for Windows")]
internal sealed class MarkedSecretTests
{
    private static readonly string[] Marks = ["frst;'\"@%mark", "secnd-mark", "thrd;'\"@%mark", "frth-mark"];

    private TemporaryFolder _places = null!;
    private SmallSolution _solution = null!;

    private string Mounted => Path.Combine(_places.Path, $"{Marks[0]}\n{Marks[1]}.db");

    private string Variable => Path.Combine(_places.Path, $"{Marks[2]}\r\n{Marks[3]}.db");

    [SetUp]
    public void Before()
    {
        _places = new TemporaryFolder();
        _places.Write("secrets/STAGING_FILE", Mounted + "\n");
        _solution = new SmallSolution();
        _solution.Write("solution.yaml", """
            formatVersion: 1
            solution: Shop
            connections:
              - {connection: Files, platform: Files, folder: data}
              - {connection: Staging, platform: Sqlite, connectionString: "Data Source=${secret:STAGING_FILE}"}
              - {connection: Other, platform: Sqlite, connectionString: "${secret:OTHER}"}
            batches:
              - {batch: Nightly, default: true, projects: [Staging]}
              - batch: Failing
                projects:
                  - {project: Foreign, dependsOn: []}
                  - {project: Folder, dependsOn: []}
                  - {project: Unset, dependsOn: []}
                  - {project: Absent, dependsOn: []}
            projects:
              - {project: Foreign, target: Other, objects: [{object: a, kind: sql, sql: select 1}]}
              - {project: Folder, target: Folder, objects: [{object: b, kind: sql, sql: select 1}]}
              - {project: Unset, target: Unset, objects: [{object: c, kind: sql, sql: select 1}]}
              - {project: Absent, source: Absent, target: Staging, objects: [{object: d, source: {name: t}}]}
            """);
        _solution.Write("connections/failing.yaml", """
            connection: Absent
            platform: Sqlite
            connectionString: Data Source='${secret:STAGING_FILE}-absent'
            ---
            connection: Folder
            platform: Sqlite
            connectionString: Data Source=${secret:STAGING_FILE}/below
            ---
            connection: Unset
            platform: Sqlite
            connectionString: Data Source=${secret:STAGING_FILE}${secret:UNSET}
            """);
    }

    [TearDown]
    public void After()
    {
        _solution.Dispose();
        _places.Dispose();
    }

    [Test]
    public void A_secret_is_nowhere_while_and_after_a_run_is_at_work()
    {
        _solution.Write("projects/Staging/objects/endless.yaml", """
            object: endless
            kind: sql
            sql: "with recursive n(i) as (select 1 union all select i + 1 from n) select max(i) from n"
            """);
        using var run = Start("run", "-v");
        var output = run.StandardOutput.ReadToEndAsync();
        var error = new StringBuilder();
        while (run.StandardError.ReadLine() is { } line && error.AppendLine(line) is not null
            && !line.Contains("start  Staging/endless", StringComparison.Ordinal))
        {
        }

        var arguments = ArgumentsOf(run.Id);
        using (var kill = Process.Start("kill", ["-INT", run.Id.ToString(CultureInfo.InvariantCulture)]))
        {
            kill.WaitForExit();
        }

        error.Append(run.StandardError.ReadToEnd());
        run.WaitForExit();

        Assert.That(run.ExitCode, Is.EqualTo(130), error.ToString());
        Assert.That(arguments, Does.Contain("orchestrator.dll"));
        AssertNowhere(
            true, ("arguments", arguments), ("stdout", output.GetAwaiter().GetResult()), ("stderr", $"{error}"));
    }

    [TestCase("-v")]
    [TestCase("-o", "json")]
    [TestCase("-q")]
    public void A_secret_is_nowhere_after_a_run_that_used_it(params string[] options)
    {
        var (code, output, error) = Run(["run", .. options]);

        Assert.That(code, Is.Zero, error);
        Assert.That(File.Exists(Mounted), "the secret was used");
        AssertNowhere(options[0] == "-v", ("stdout", output), ("stderr", error));
    }

    [TestCase("-v")]
    [TestCase("-o", "json")]
    [TestCase("-q")]
    public void A_secret_is_nowhere_after_a_run_whose_errors_are_about_it(params string[] options)
    {
        Foreign(Variable);
        _ = Called.With(_solution.Folder, Variables(), false, "run", "-q");

        var (code, output, error) = Run(["run", "Failing", .. options]);

        Assert.That(code, Is.EqualTo(1), output + error);
        var log = File.ReadAllText(Path.Combine(_solution.Folder, ".orchestrator", "runs", "2", "events.jsonl"))
            .Replace("\\u0027", "'", StringComparison.Ordinal);
        Assert.That(log, Does.Contain("'***' was not made by the engine").And.Contain("no database file '***-absent'")
            .And.Contain("The secret UNSET is neither"));
        AssertNowhere(options[0] == "-v", ("stdout", output), ("stderr", error));
    }

    [TestCase("a=b")]
    [TestCase("Password={0}")]
    [TestCase("Data Source={0};{0}")]
    [TestCase("{0}=x")]
    public void A_secret_that_is_no_connection_string_is_not_repeated(string written)
    {
        var hidden = string.Format(CultureInfo.InvariantCulture, written, "thrd;'\"@%mark");
        var (code, output, error) = Run(["run", "Failing", "-s", "Foreign/a", "-v"], hidden);

        Assert.That(code, Is.EqualTo(1), output + error);
        Assert.That(error, Does.Contain("ORC3416"));
        AssertNowhere(true, ("stdout", output), ("stderr", error));
    }

    /// <summary>
    /// Everything that was said and kept, and what can be asked for afterwards. What is kept is the same whatever is
    /// said of it, so that who looks at how it is said need not ask.
    /// </summary>
    private void AssertNowhere(bool isAsked, params (string Where, string Text)[] said)
    {
        var kept = Directory.EnumerateFiles(Path.Combine(_solution.Folder, ".orchestrator"), "*",
            SearchOption.AllDirectories).Select(file => (Where: file, Text: Bytes(file))).ToArray();
        Assert.That(kept.Select(file => Path.GetFileName(file.Where)),
            Is.SupersetOf(new[] { "ledger.db", "events.jsonl", "manifest.json", "run_results.json", "run.log" }));
        string[] questions =
        [
            .. VerbTable.Looks, "status 1", "status 1 -o json", "status 1 --why", "history -o json", "logs -o json",
            "plan", "plan -o json", "show customer", "show customer --sql", "show Staging -o json",
            "ls -v",
        ];
        var asked = questions.Where(_ => isAsked).Select(words => (Where: words, Text: Answer(words)));
        foreach (var (where, text) in said.Concat(kept).Concat(asked))
        {
            foreach (var form in Forms())
            {
                Assert.That(text.Contains(form, StringComparison.OrdinalIgnoreCase), Is.False, $"{where} holds {form}");
            }
        }
    }

    private string Answer(string words)
    {
        var called = Called.With(_solution.Folder, Variables(), false, words.Split(' '));
        Assert.That(called.ExitCode, Is.Zero, called.Error);
        return called.Out + called.Error;
    }

    private IEnumerable<string> Forms()
    {
        string[] plain =
        [
            Mounted, Variable, .. Marks, .. Mounted.Split('\n'), .. Variable.Split("\r\n"),
            Path.GetFileName(Mounted), Path.GetFileName(Variable),
        ];
        return plain.SelectMany(text => new[]
        {
            text, JavaScriptEncoder.Default.Encode(text), JavaScriptEncoder.UnsafeRelaxedJsonEscaping.Encode(text),
            Uri.EscapeDataString(text), WebUtility.UrlEncode(text), WebUtility.HtmlEncode(text),
            Convert.ToBase64String(Encoding.UTF8.GetBytes(text)), text.Replace("'", "''", StringComparison.Ordinal),
        }).Distinct();
    }

    // As Latin-1, so that each byte of the ledger is looked at; the marks are ASCII.
    private static string Bytes(string file)
    {
        using var stream = new FileStream(file, FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
        using var reader = new StreamReader(stream, Encoding.Latin1);
        return reader.ReadToEnd();
    }

    private static void Foreign(string file)
    {
        using var database = new SqliteConnection(
            new SqliteConnectionStringBuilder { DataSource = file, Pooling = false }.ToString());
        database.Open();
        using var command = database.CreateCommand();
        command.CommandText = "create table foreign_table(a)";
        command.ExecuteNonQuery();
    }

    private Dictionary<string, string> Variables(string? other = null) => new()
    {
        ["ORCHESTRATOR_SECRETS_DIR"] = Path.Combine(_places.Path, "secrets"),
        ["ORCHESTRATOR_SECRET_OTHER"] = other
            ?? $"Data Source=\"{Variable.Replace("\"", "\"\"", StringComparison.Ordinal)}\"",
    };

    private (int Code, string Output, string Error) Run(string[] arguments, string? other = null)
    {
        var called = Called.With(_solution.Folder, Variables(other), false, arguments);
        return (called.ExitCode, called.Out, called.Error);
    }

    private Process Start(params string[] arguments)
    {
        // A shell that starts the tests in the background has them ignore SIGINT, and a child inherits that.
        var start = new ProcessStartInfo("env", ["--default-signal=INT", "dotnet",
            RunningCommand.Command, .. arguments])
        {
            WorkingDirectory = _solution.Folder,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        foreach (var (name, value) in Variables())
        {
            start.Environment[name] = value;
        }

        return Process.Start(start)!;
    }

    /// <summary>The arguments of a process and of all that it started, from the system.</summary>
    private static string ArgumentsOf(int process)
    {
        var text = new StringBuilder(File.ReadAllText($"/proc/{process}/cmdline"));
        foreach (var thread in Directory.EnumerateDirectories($"/proc/{process}/task"))
        {
            var children = File.ReadAllText(Path.Combine(thread, "children"));
            foreach (var child in children.Split(' ', StringSplitOptions.RemoveEmptyEntries))
            {
                text.Append('\n').Append(ArgumentsOf(int.Parse(child, CultureInfo.InvariantCulture)));
            }
        }

        return text.ToString();
    }
}
