using System.CommandLine;
using System.Globalization;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Ledger;
using Orchestrator.Cli.Output;
using Orchestrator.Cli.Run;
using Orchestrator.Cli.Solutions;
using Orchestrator.Ledger.Serving;
using Orchestrator.Metadata.Model;
using Orchestrator.Runner;
using Orchestrator.Runner.Targets;
using Orchestrator.Runner.Text;
using Orchestrator.Service;
using Orchestrator.Service.Alerts;
using Orchestrator.Service.Scheduling;
using Orchestrator.Telemetry;

namespace Orchestrator.Cli.Serve;

/// <summary>`serve`: fires triggers, and shows what happens on a page.</summary>
internal static class ServeVerb
{
    private const string Address = "127.0.0.1:5080";

    private static readonly Option<string[]> Listen = CommonOptions.Texts(
        "--listen", "ADDRESS", $"Where the page is, with the port; may be repeated [default: {Address}]");

    private static readonly Option<string> Certificate =
        CommonOptions.Text("--tls-certificate", "FILE", "Certificate of the page, as PEM");

    private static readonly Option<string> Key = CommonOptions.Text("--tls-key", "FILE", "Its private key, as PEM");

    private static readonly Option<string[]> Proxies = CommonOptions.Texts(
        "--proxy", "ADDRESS", "A proxy that ends TLS before the page, and whose forwarded headers count");

    private static readonly Option<string[]> Names = CommonOptions.Texts(
        "--host-name", "NAME", "A name by which the page is called beside those of this machine");

    private static readonly Option<string> Public = CommonOptions.Text(
        "--public-url", "URL", "Where people open the page, for the links in alerts, as https://etl.example.org");

    private static readonly Option<string> RunsAtATime = CommonOptions.Text(
        "--max-runs", "N", "Runs at work at once; the others wait in line [default: 2 for each processor, at least 4, "
            + "and as many as the memory holds]");

    public static Verb Create() => new("serve", "Fire triggers, and show what happens on a page", Run)
    {
        Takes =
        [
            Listen, Certificate, Key, Proxies, Names, Public, RunsAtATime, RunVerb.Allow, RunVerb.Grace,
            LogFormat.Option,
        ],
        Outputs = ["text"],
        Examples =
        [
            "serve", "serve --environment prod --allow process",
            "serve --proxy 127.0.0.1 --host-name etl.example.org",
        ],
    };

    private static int Run(Call call) => RunVerb.Listening(call, stop => Run(call, stop));

    private static int Run(Call call, StopRequests stop)
    {
        RunVerb.RefuseDryRun(call);
        if (!File.Exists(Path.Combine(CallSolution.Folder(call), "solution.yaml")))
        {
            throw new UsageException($"there is no solution.yaml in {call.SolutionFolder}",
                "name the folder of the solution with -C, or make one with `orchestrator init`");
        }

        // What its runs could not take is refused here, and not each night.
        _ = Allowances.Has(call, Allowances.Process);
        _ = (call.Duration(RunVerb.Grace), call.Concurrency(RunVerb.MaxConcurrency), call.Flag(RunVerb.FailFast));
        _ = RunsMaxOf(call);
        using var log = new ServiceLog(call);
        using var asked = new CancellationTokenSource();
        using var left = new CancellationTokenSource();
        stop.Listen(heard => (heard.Count > 1 ? left : asked).Cancel());
        try
        {
            return Serve(call, log, asked.Token, left.Token);
        }
        catch (ServiceRefusedException refused)
        {
            call.Messages.Write(new Line(refused.Code, Ink.Bad).Add($": {refused.Message}"));
            return ExitCode.Usage;
        }
        finally
        {
            stop.Listen(null);
        }
    }

    private static int Serve(Call call, ServiceLog log, CancellationToken stop, CancellationToken leave)
    {
        // Refused before there is a service.
        var publicUrl = PublicUrl.Parse(call.Text(Public).Value);
        var connections = CallLedger.Connections(call);
        using var telemetry = ServiceTelemetry.Begin(call.Host.Variable, log.Write);
        log.Told = telemetry is null ? null : telemetry.Log;
        using var scheduler = new Scheduler(Settings(call, connections, log) with
        {
            Trace = telemetry is null ? _ => FiringTrace.None : Fire,
        });
        using var alerts = new AlertLoop(
            Alerts(call, connections, log, scheduler) with { PublicUrl = publicUrl });
        // First, as it refuses what it was told wrong: what cannot be a service has fired nothing and is in no ledger.
        var tokens = new ServiceTokens(CallLedger.Location(call), call.Host.Time);
        var page = ServiceHost.StartAsync(Page(call, connections, log, scheduler, tokens), CancellationToken.None)
            .GetAwaiter().GetResult();
        try
        {
            scheduler.Begin();
            tokens.Begin();
            log.Write($"the page is at {string.Join(", ", page.Addresses)}");
            Run(scheduler, alerts, stop, leave);
        }
        finally
        {
            page.DisposeAsync().AsTask().GetAwaiter().GetResult();
        }

        log.Write("stopped");
        return ExitCode.Done;
    }

    private static FiringTrace Fire(FiringRecord firing)
    {
        var (parent, ended) = ServiceTelemetry.Fire(firing);
        return new FiringTrace(parent, ended);
    }

    // Alerts go out as long as the scheduler waits for its runs: what fails then is told as well.
    private static void Run(Scheduler scheduler, AlertLoop alerts, CancellationToken stop, CancellationToken leave)
    {
        using var ended = new CancellationTokenSource();
        var telling = new Thread(() => alerts.Run(ended.Token)) { Name = "alerts", IsBackground = true };
        telling.Start();
        try
        {
            scheduler.Run(stop, leave);
        }
        finally
        {
            ended.Cancel();
            telling.Join();
        }
    }

    private static AlertSettings Alerts(Call call, Solution connections, ServiceLog log, Scheduler scheduler) => new()
    {
        Ledger = CallLedger.Location(call),
        Solution = connections.Name,
        Environment = connections.Environment,
        Outside = new OutsideText(call.Host.Secrets),
        Command = verb => NextCommands.FromAnywhere(call, verb),
        Scheduler = () => scheduler.State,
        Send = CallAlerts.Sender(call).SendAsync,
        Log = log.Write,
        Time = call.Host.Time,
    };

    private static SchedulerSettings Settings(Call call, Solution connections, ServiceLog log)
    {
        return new SchedulerSettings
        {
            Ledger = CallLedger.Location(call),
            Beginning = new ServiceBeginning
            {
                Solution = connections.Name,
                Environment = connections.Environment,
                Address = string.Join(' ', Listened(call)),
                Version = RunHost.Version,
            },
            Folder = Path.GetFullPath(call.SolutionFolder),
            Read = () => DefinitionsReader.Read(call),
            Command = (fence, definitions) => Fired(call, fence, definitions),
            Allowed = Allowances.Kinds(call),
            RunsMax = RunsMaxOf(call) ?? RunsMax.OfThisMachine,
            FirstApproval = () => CallAudit.Entry(call, "approve") with
            {
                Detail = "named by the metadata when a service was first begun with --allow",
            },
            Log = log.Write,
            Time = call.Host.Time,
        };
    }

    private static ServiceOptions Page(
        Call call, Solution connections, ServiceLog log, Scheduler scheduler, ServiceTokens tokens)
    {
        var audit = new ServiceAudit(CallLedger.Location(call), log.Write, call.Host.Time);
        return new ServiceOptions
        {
            Ledger = CallLedger.Location(call),
            Solution = connections.Name,
            Environment = connections.Environment,
            Version = RunHost.Version,
            Outside = new OutsideText(call.Host.Secrets),
            Command = verb => NextCommands.FromAnywhere(call, verb),
            Listen = Listened(call),
            Tls = Tls(call),
            Proxies = call.Texts(Proxies),
            HostNames = call.Texts(Names),
            FindToken = tokens.Find,
            HasTokens = tokens.AreThere,
            Scheduler = () => scheduler.State,
            IsProtected = () => connections.Protected || scheduler.State.IsProtected,
            CleanReason = Cleaning(call),
            Metadata = () => scheduler.Definitions?.Solution,
            Compile = (solution, batch) => solution.Batches.Any(each => each.Name == batch)
                ? CallSolution.Compile(solution, batch).Plan : null,
            Targets = (solution, over) => new SolutionTargets(
                solution, call.Host.Secrets, call.Host.Variable, call.Host.Time, over),
            Audit = audit.Keep,
            Log = log.Write,
            Time = call.Host.Time,
        };
    }

    // What the metadata name as a secret now is known from the start on; a folder that is away names nothing new.
    private static Func<string, string> Cleaning(Call call)
    {
        _ = OperatorVerbs.WithoutSecrets(call, "");
        return reason =>
        {
            try
            {
                return OperatorVerbs.WithoutSecrets(call, reason);
            }
            catch (UsageException)
            {
                return new OutsideText(call.Host.Secrets).Line(reason);
            }
        };
    }

    private static List<string> Fired(Call call, FiringFence fence, string definitions)
    {
        List<string> words = [.. OwnCommand.Words, "fired", $"{fence}", "--definitions", definitions, "--quiet",
            "--solution", Path.GetFullPath(call.SolutionFolder)];
        foreach (var option in new[] { CommonOptions.Environment, RunVerb.Allow, RunVerb.Grace, LogFormat.Option })
        {
            if (call.Text(option).Value is { } value)
            {
                words.AddRange([option.Name, value]);
            }
        }

        // The name of a file counts from the folder in which the service was started.
        if (call.LedgerName is { } ledger)
        {
            var file = CallLedger.Location(call).File;
            words.AddRange([CommonOptions.Ledger.Name, file.Length > 0 ? file : ledger]);
        }

        return words;
    }

    private static int? RunsMaxOf(Call call)
    {
        var (text, from) = call.Text(RunsAtATime);
        return text is null ? null
            : int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var most) && most > 0 ? most
            : throw new UsageException($"expected {from} to be a whole number of 1 or more, got: '{text}'");
    }

    private static IReadOnlyList<string> Listened(Call call) => call.Texts(Listen) is { Count: > 0 } named
        ? named : [Address];

    private static TlsFiles? Tls(Call call) => (call.FullPath(Certificate), call.FullPath(Key)) switch
    {
        ({ } certificate, { } key) => new TlsFiles(certificate, key),
        (null, null) => null,
        _ => throw new UsageException("TLS needs both --tls-certificate and --tls-key"),
    };
}
