using System.Net;
using System.Net.Sockets;
using System.Text;
using Orchestrator.Ledger.Alerts;

namespace Orchestrator.Cli.Tests.Serve;

/// <summary>Alerts listed from the ledger, and tried.</summary>
internal sealed class AlertsVerbTests
{
    private const string Batch = "{batch: Nightly, default: true, projects: [Staging]";

    private SmallSolution _solution = null!;
    private string _written = "";

    [SetUp]
    public void Before()
    {
        _solution = new SmallSolution();
        _written = Batch + "}";
    }

    [TearDown]
    public void After() => _solution.Dispose();

    [Test]
    public async Task A_test_tells_what_each_target_answered_and_its_exit_code_whether_all_have_taken_it()
    {
        using var good = new Receiver("200 OK");
        using var bad = new Receiver("503 Not now");
        Declare($"\"{good.Address}\"");
        var one = Call("alerts", "test");
        Declare($"\"{good.Address}\", \"{bad.Address}\"");
        var both = Call("alerts", "test", "Nightly/ops", "-o", "json");

        Assert.That((one.ExitCode, both.ExitCode), Is.EqualTo((0, 1)), one.Error + both.Error);
        Assert.That(one.Out, Does.StartWith("sent  Nightly/ops to http://127.0.0.1:").And.Contain("HTTP 200"));
        Assert.That(both.Out, Does.Contain("HTTP 200").And.Contain("HTTP 503"));
        Assert.That(await good.ReceivedAsync(),
            Does.Contain("webhook-signature: v1,").And.Contain("\"state\":\"TEST\"").And.Not.Contain("\"Failed\""));
    }

    [Test]
    public void One_that_is_off_is_tried_where_it_is_named_and_one_for_nobody_is_said()
    {
        using var good = new Receiver("200 OK");
        Declare($"\"{good.Address}\"", more: ", enabled: false");
        var all = Call("alerts", "test");
        var named = Call("alerts", "test", "ops");
        _solution.Write("environments/quiet.yaml",
            "environment: quiet\nalerts: [{batch: Nightly, alert: ops, to: []}]\n");
        Declare($"\"{good.Address}\"");
        var nobody = Call("alerts", "test", "--environment", "quiet");

        Assert.That((all.ExitCode, all.Out), Is.EqualTo((0, "")));
        Assert.That(all.Error, Does.Contain("Nightly/ops: it is off"));
        Assert.That(named.Out, Does.StartWith("sent  Nightly/ops"));
        Assert.That((nobody.ExitCode, nobody.Out), Is.EqualTo((0, "")), nobody.Error);
        Assert.That(nobody.Error, Does.Contain("Nightly/ops: it goes to nobody in environment quiet"));
    }

    [Test]
    public void A_name_that_is_no_alert_is_told_with_the_nearest()
    {
        Declare("\"https://hooks.example.org/x\"");

        var called = Call("alerts", "test", "Nightly/opps");

        Assert.That(called.ExitCode, Is.EqualTo(2));
        Assert.That(called.Error, Does.Contain("did you mean 'Nightly/ops'?"));
    }

    [Test]
    public void A_secret_that_is_missing_or_an_address_in_the_own_network_is_an_answer()
    {
        Declare("\"${secret:NOWHERE}\", \"https://127.0.0.1/x\"", isPrivate: false);

        var called = Call("alerts", "test");

        Assert.That(called.ExitCode, Is.EqualTo(1));
        Assert.That(called.Out.Split('\n')[0], Does.StartWith("FAILED  Nightly/ops to ${secret:NOWHERE}: The secret"));
        Assert.That(called.Out.Split('\n')[1],
            Does.StartWith("FAILED  Nightly/ops to https://127.0.0.1: 127.0.0.1 leads"));
    }

    [Test]
    public void What_was_told_is_listed_with_its_state()
    {
        var ledger = new AlertLedger(
            Orchestrator.Ledger.LedgerLocation.OfSolution(_solution.Folder), TimeProvider.System, "default");
        ledger.Note([Notice(7), Notice(8)], TimeSpan.Zero, TimeSpan.Zero);
        var sent = ledger.Claim(1, TimeSpan.FromMinutes(5)).Single();
        ledger.End(sent, new AlertOutcome(AlertState.Waiting, DateTimeOffset.UnixEpoch, "HTTP 503"));

        var list = _solution.Call("alerts", "list");
        var json = _solution.Call("alerts", "list", "-o", "json");

        Assert.That((list.ExitCode, json.ExitCode), Is.EqualTo((0, 0)), list.Error);
        Assert.That(list.Out, Does.Contain("Nightly/ops").And.Contain("try 1 failed: HTTP 503"));
        Assert.That(json.Out, Does.Contain("\"waiting\"").And.Contain("mailto:ops@example.org"));
    }

    [Test]
    public void Where_nothing_was_told_that_is_said()
    {
        var called = _solution.Call("alerts", "list");

        Assert.That((called.ExitCode, called.Out), Is.EqualTo((0, "")));
        Assert.That(called.Error, Does.Contain("no alert has told anything"));
    }

    private void Declare(string to, bool isPrivate = true, string more = "")
    {
        var alert = $"{{alert: ops, when: [Failed], to: [{to}], secret: \"${{secret:HOOK}}\""
            + (isPrivate ? ", allowPrivate: true" : "") + more + "}";
        _solution.Write("solution.yaml", File.ReadAllText(Path.Combine(_solution.Folder, "solution.yaml")).Replace(
            _written, $"{Batch}, alerts: [{alert}]}}", StringComparison.Ordinal));
        _written = $"{Batch}, alerts: [{alert}]}}";
    }

    private Called Call(params string[] arguments) => Called.With(_solution.Folder,
        new Dictionary<string, string> { ["ORCHESTRATOR_SECRET_HOOK"] = "a secret of some length" }, false, arguments);

    private static AlertNotice Notice(long run) => new()
    {
        Environment = "default",
        Batch = "Nightly",
        Alert = "ops",
        Event = "Failed",
        Target = "mailto:ops@example.org",
        TargetHash = "h",
        Occurrence = $"Failed:{run}",
        Cause = "Crm 53",
        Run = run,
        Detail = "{}",
    };

    /// <summary>Answers one request after the other, and keeps the first.</summary>
    private sealed class Receiver : IDisposable
    {
        private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
        private readonly TaskCompletionSource<string> _received = new();
        private readonly Task _served;

        public Receiver(string status)
        {
            _listener.Start();
            _served = ServeAsync(status);
        }

        public string Address => $"http://127.0.0.1:{((IPEndPoint)_listener.LocalEndpoint).Port}/x";

        public Task<string> ReceivedAsync() => _received.Task;

        public void Dispose()
        {
            _listener.Stop();
            _served.Wait();
            _listener.Dispose();
        }

        private async Task ServeAsync(string status)
        {
            try
            {
                while (true)
                {
                    using var client = await _listener.AcceptTcpClientAsync();
                    var stream = client.GetStream();
                    var buffer = new byte[64 * 1024];
                    var text = new StringBuilder();
                    do
                    {
                        text.Append(Encoding.UTF8.GetString(buffer, 0, await stream.ReadAsync(buffer)));
                    }
                    while (!text.ToString().EndsWith("]}", StringComparison.Ordinal));

                    _received.TrySetResult(text.ToString());
                    await stream.WriteAsync(Encoding.ASCII.GetBytes(
                        $"HTTP/1.1 {status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"));
                }
            }
            catch (Exception gone) when (gone is SocketException or InvalidOperationException or IOException)
            {
                // The test is over.
            }
        }
    }
}
