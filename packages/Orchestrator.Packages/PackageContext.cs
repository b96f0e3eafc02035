using System.Collections.ObjectModel;
using Orchestrator.Core;
using Orchestrator.Core.RunValues;
using Orchestrator.Core.Types;
using Orchestrator.Data;
using Orchestrator.Data.Evidence;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Http;
using Orchestrator.Packages.Relaxed;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages;

/// <summary>
/// What one attempt of a package is given. A new one for each attempt; used on that attempt's threads only.
/// </summary>
public sealed record PackageContext
{
    /// <summary>The package.</summary>
    public required ObjectDefinition Object { get; init; }

    /// <summary>The solution it stands in.</summary>
    public required Solution Solution { get; init; }

    /// <summary>Number of the attempt from the ledger: the RowAuditId of the rows it writes.</summary>
    public required long AttemptId { get; init; }

    /// <summary>Number of the run.</summary>
    public required long Run { get; init; }

    /// <summary>What tells the run from those of all ledgers.</summary>
    public Guid RunId { get; init; }

    /// <summary>The ledger that counts the runs: numbers of two ledgers cannot be compared.</summary>
    public Guid Ledger { get; init; }

    /// <summary>The run's own folder, which exists and only its owner can read.</summary>
    public required string Folder { get; init; }

    /// <summary>
    /// The value of a `${env:…}` or `${secret:…}` text at run time; throws <see cref="InvalidOperationException"/>
    /// with a clear message where one is missing.
    /// </summary>
    public required Func<string, string> Resolve { get; init; }

    /// <summary>
    /// The parts of a `connectionString` at run time, as <see cref="ConnectionText.Resolve"/> gives them; throws as
    /// <see cref="Resolve"/> does, and where the text is no connection string.
    /// </summary>
    public required Func<string, IReadOnlyList<ConnectionPart>> ResolveConnection { get; init; }

    /// <summary>Whether the rows of files are looked at, maybe more than once, and not loaded.</summary>
    public bool LooksOnly { get; init; }

    /// <summary>Whether messages show no value of a file, also where no column of the object is sensitive.</summary>
    public bool HidesValues { get; init; }

    /// <summary>
    /// Told as rows move, from any thread, cheaply: rows read and rows written so far in this attempt.
    /// </summary>
    public required Action<long, long> Progress { get; init; }

    /// <summary>The run's writer turns, bounds on memory and the like, shared by all its packages.</summary>
    public required RunResources Resources { get; init; }

    /// <summary>
    /// Told when the package waits for a writer turn, a claim or a server (of what, and who holds it: "staging.db, held
    /// by Staging/customer") and, with null, when it goes on.
    /// </summary>
    public required Action<WaitReason, string?> HeldUp { get; init; }

    /// <summary>
    /// Told, from any thread, what a server says beside its answers (PRINT, RAISE NOTICE) and what a procedure gave
    /// back.
    /// </summary>
    public Action<string> Message { get; init; } = _ => { };

    /// <summary>
    /// Takes the known secrets out of lines of which each is told alone, and says whether one may go on behind them.
    /// Default: none is known.
    /// </summary>
    public Func<string, (string Text, bool MayGoOn)> Redact { get; init; } = lines => (lines, false);

    /// <summary>
    /// Told, on the attempt's own thread, what is under way from now on, as errors name it: open, read, write, publish.
    /// Reading and writing take turns, so it is cheap.
    /// </summary>
    public Action<string> Phase { get; init; } = _ => { };

    /// <summary>
    /// Sends a request through the guard that all goes through which leads out by metadata; never throws for what
    /// becomes of it on the way, but for what its answer is written into, and where the token fires.
    /// </summary>
    public Func<HttpSending, CancellationToken, HttpReply> SendHttp { get; init; } =
        (_, _) => throw new InvalidOperationException("nobody sends requests here");

    /// <summary>Whether the operator has allowed packages to start processes: `run --allow process`.</summary>
    public bool AllowsProcesses { get; init; }

    /// <summary>Whether the operator has allowed code of plug-ins to run: `run --allow plugins`.</summary>
    public bool AllowsPlugins { get; init; }

    /// <summary>Whether the operator has allowed that values are run as statements: `run --allow sql-text`.</summary>
    public bool AllowsSqlText { get; init; }

    /// <summary>
    /// Whether what the package commits to its target may reach the disk later: its attempt then leaves a marker there,
    /// and the caller sees to the flush. Default: no.
    /// </summary>
    public bool IsRelaxed { get; init; }

    /// <summary>
    /// Passed at the last moment before a session is used, something is begun or committed, a file takes its place or a
    /// program starts. Default: nothing stands in the way.
    /// </summary>
    public WriteFence Fence { get; init; } = WriteFence.Open;

    /// <summary>Takes what the attempt commits to its target and waits for; null = nobody wants to know.</summary>
    public AttemptMeter? Meter { get; init; }

    /// <summary>Whether the rows go into a load table that is committed before it is published, because a refusal of
    /// the target ends its transaction. Default: as the platform and the load have it.</summary>
    internal bool LoadsApart { get; init; }

    /// <summary>Whether what is read cannot be read again, or should not. Default: no.</summary>
    internal bool IsReadOnce { get; init; }

    /// <summary>Transactions of the same ledger, run and attempt that have claimed the target before: the marker tells
    /// them from those of this load. Default: none.</summary>
    internal long StepsBefore { get; init; }

    /// <summary>The marker that the attempt leaves in its target; null = none.</summary>
    internal AttemptMark? Mark { get; init; }

    /// <summary>The variables as SQL sees them: @NAME with its value.</summary>
    internal IReadOnlyList<(string Name, object? Value)> Values =>
    [
        .. Solution.Variables.Where(one => one.Value is not null && Object.Instance?.Gives(one.Name) != true)
            .Select(one => ($"@{one.Name}", (object?)one.Value)),
        .. Object.Instance is { } instance
            ? instance.Values.Select(one => ($"@{one.Variable}", (object?)one.Value))
            : Array.Empty<(string, object?)>(),
        .. Given.Where(one => !one.Value.Type.IsRows && Object.Instance?.Gives(one.Key) != true)
            .Select(one => ($"@{one.Key}", (object?)one.Value.Scalar)),
        .. Object.Facts.Where(one => one.Parameter.Length > 0)
            .Select(one => ($"@{one.Parameter}", (object?)FactOf(one.Fact))),
    ];

    /// <summary>The value of a variable as SQL sees it; null = it has none.</summary>
    internal TypedValue? ValueOf(string name) =>
        Values.FirstOrDefault(one => one.Name == $"@{name}").Value as TypedValue;

    /// <summary>Whether the run finds out the value of a variable.</summary>
    internal bool IsOfRun(string name) =>
        Given.ContainsKey(name) || Solution.RunVariables.Any(one => one.Name == name);

    /// <summary>Whether a text waits for what the run finds out. What a turn gives stands in its object already, but
    /// for NULL.</summary>
    internal bool AnyOfRunIn(string? text) => text?.Contains("${var:", StringComparison.Ordinal) == true
        && Solution.RunVariables.Select(one => one.Name).Concat(Given.Keys)
            .Any(name => text.Contains($"${{var:{name}}}", StringComparison.Ordinal) && !IsOfTurn(name));

    /// <summary>Whether a turn gives a variable a value.</summary>
    internal bool IsOfTurn(string name) =>
        Object.Instance?.Values.Any(value => value.Variable == name && value.Value is not null) == true;

    /// <summary>The values of the run that it reads, by the names of the variables. Default: none.</summary>
    public IReadOnlyDictionary<string, RunValue> Given { get; init; } = ReadOnlyDictionary<string, RunValue>.Empty;

    /// <summary>
    /// The facts of packages and of failures that it reads, as they were when it began; null = there is none. Default:
    /// none.
    /// </summary>
    public Func<FactName, TypedValue?> Facts { get; init; } = _ => null;

    /// <summary>When the first of the runs began that the run continues, or itself.</summary>
    public DateTimeOffset NightBegan { get; init; }

    /// <summary>A fact of the run, of a package or of what it handles; null = there is none.</summary>
    internal TypedValue? FactOf(FactName fact) => fact.IsOfRun
        ? new RunIdentity(
            Run, RunId, NightBegan, Solution.AsOf, Solution.Environment, Environment.MachineName,
            Environment.UserName).Of(fact)
        : Facts(fact);

    /// <summary>The platform of a connection; null where it is a folder of files.</summary>
    internal Func<Connection, IPlatform?> PlatformOf { get; init; } = Platforms.Of;

    /// <summary>What the ledger knows of the package before this attempt. Default: nothing.</summary>
    public PackagePast Past { get; init; } = new();

    /// <summary>Kind replay: the run whose rejected rows alone are loaded; null = those of all.</summary>
    public long? ReplayedRun { get; init; }

    /// <summary>Whether who started the run named this very package.</summary>
    public bool IsNamed { get; init; }

    /// <summary>
    /// The moment of the run (UTC): when it began, or for the night of another day the begin of that. From it on the
    /// versions hold that a row without a date makes.
    /// </summary>
    public DateTime Moment { get; init; }

    /// <summary>The clock.</summary>
    public required TimeProvider Time { get; init; }

    /// <summary>Fires when the attempt shall stop.</summary>
    public required CancellationToken Cancellation { get; init; }
}
