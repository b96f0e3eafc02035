using Orchestrator.Report.Figures;

namespace Orchestrator.Service.Reading;

/// <summary>All that pages and machines are told of the ledger, at most a second old; texts have passed the gate.
/// </summary>
internal sealed class ServiceReading
{
    public const int RunsPerPage = 25;

    private readonly ServiceOptions _options;
    private readonly LedgerCache _look;
    private readonly Digests _digests;
    private readonly LastNight _night;
    private readonly RunReader _runs;
    private readonly HistoryReader _history;
    private readonly ScheduleReader _schedules;
    private readonly PlanReader _plans;
    private readonly AbsorberReader _absorbers;
    private readonly RejectReader _rejects;

    public ServiceReading(ServiceOptions options, LedgerCache look)
    {
        _options = options;
        _look = look;
        _digests = new Digests(options.Outside, options.Command, options.Time);
        _night = new LastNight(_digests, options.Environment);
        _runs = new RunReader(options, _digests);
        _history = new HistoryReader(options.Outside, options.Environment);
        _schedules = new ScheduleReader(options.Outside, options.Environment, options.Time);
        _plans = new PlanReader(options);
        var questions = new DatabaseQuestions(options.Time);
        _absorbers = new AbsorberReader(options, questions);
        _rejects = new RejectReader(options, questions);
    }

    /// <summary>The answer to a question that stands with its reader.</summary>
    public async Task<T> AskAsync<T>(LedgerQuestion<T> question, CancellationToken aborted)
        where T : class =>
        await _look.AskAsync(question.Key, reader => question.Of(reader, _options, _digests), aborted)
            ?? question.None;

    /// <summary>The newest run of each batch, the worst first.</summary>
    public async Task<IReadOnlyList<BatchNight>> LastNightAsync(CancellationToken aborted) =>
        await _look.AskAsync("night", _night.Of, aborted) ?? [];

    /// <summary>What did not start, the worst first.</summary>
    public async Task<IReadOnlyList<MissedStart>> MissedAsync(CancellationToken aborted) => MissedStarts.Of(
        await SchedulesAsync(aborted), await LastNightAsync(aborted), _options.Time.GetUtcNow());

    /// <summary>A page of runs, the newest first, and whether there are more.</summary>
    public async Task<(IReadOnlyList<RunDigest> Runs, bool HasMore)> RunsAsync(
        string? batch, int page, CancellationToken aborted)
    {
        var found = await _look.AskAsync($"runs {page} {batch}", reader => reader
            .Runs(batch, _options.Environment, RunsPerPage + 1, (page - 1) * RunsPerPage)
            .Select((run, at) => at < RunsPerPage ? _digests.Of(reader, run) : null).ToList(), aborted) ?? [];
        return ([.. found.OfType<RunDigest>()], found.Count > RunsPerPage);
    }

    /// <summary>One run with all its numbers; null = there is none in this environment.</summary>
    public async Task<RunReading?> RunAsync(long number, CancellationToken aborted) =>
        (await _look.AskAsync($"run {number}", reader => new Found<RunReading>(_runs.Of(reader, number)), aborted))
            ?.Value;

    /// <summary>The newest attempts of a package.</summary>
    public async Task<PackageHistory> HistoryAsync(string package, CancellationToken aborted) =>
        await _look.AskAsync($"history {package}", reader => _history.Of(reader, package), aborted)
            ?? new PackageHistory(package, []);

    /// <summary>When batches start by themselves, and what became of that.</summary>
    public async Task<ScheduleReading> SchedulesAsync(CancellationToken aborted) =>
        (await _look.AskAsync("schedules", _schedules.Of, aborted) ?? new ScheduleReading())
            .With(_schedules.Gated(_options.Scheduler()));

    /// <summary>The plan of a batch that is in force; null = there is no such batch, or group in it.</summary>
    public PlanReading? Plan(string batch, string group, int page) => _plans.Of(batch, group, page);

    /// <summary>How the buffers stand that are declared, the worst first; null = no metadata are in force.</summary>
    public Task<IReadOnlyList<AbsorberReading>?> AbsorbersAsync(CancellationToken aborted) =>
        _absorbers.OfAsync(aborted);

    /// <summary>What a package rejected in a run.</summary>
    public Task<RejectReading> RejectsAsync(
        RunReading run, PackageFigures package, bool withValues, CancellationToken aborted) =>
        _rejects.OfAsync(run, package, withValues, aborted);

    /// <summary>A command as it is pasted from anywhere.</summary>
    public string Command(string verb) => _options.Outside.Line(_options.Command(verb));

    private sealed record Found<T>(T? Value);
}
