namespace Orchestrator.Service.Api;

/// <summary>A page of runs, the newest first.</summary>
/// <param name="SchemaVersion">Version of these documents; grows when something that was there changes.</param>
/// <param name="Runs">The runs.</param>
/// <param name="Page">Which page it is, from 1.</param>
/// <param name="HasMore">Whether there are older ones.</param>
internal sealed record RunsDocument(int SchemaVersion, IReadOnlyList<RunEntry> Runs, int Page, bool HasMore);

/// <summary>One run.</summary>
internal sealed record RunDocument(
    int SchemaVersion, RunEntry Run, IReadOnlyList<FailureEntry> Failures, IReadOnlyList<ScopeEntry> Scopes);
