using Orchestrator.Core;
using Orchestrator.Data;

namespace Orchestrator.Ledger;

/// <summary>Runs of a batch that ended alike.</summary>
/// <param name="Verdict">How they ended.</param>
/// <param name="Runs">How many.</param>
/// <param name="Duration">Their time together.</param>
/// <param name="LastEnded">When the last of them ended.</param>
public sealed record RunSum(
    string Solution, string Batch, RunVerdict Verdict, long Runs, TimeSpan Duration, DateTimeOffset LastEnded);

/// <summary>Packages and hooks of a project that are in the same state at the end of their runs.</summary>
/// <param name="Packages">How many.</param>
public sealed record PackageSum(string Solution, string Batch, string Project, NodeState State, long Packages);

/// <summary>Attempts of a project that ended alike, and lasted about as long.</summary>
/// <param name="State">How they ended.</param>
/// <param name="Bucket">The first of <see cref="LedgerReader.DurationBounds"/> that is not below; one more = none.
/// </param>
/// <param name="Attempts">How many.</param>
/// <param name="Duration">Their time together.</param>
/// <param name="Rows">Their rows together.</param>
public sealed record AttemptSum(
    string Solution, string Batch, string Project, NodeState State, int Bucket, long Attempts, TimeSpan Duration,
    RowCounts Rows);

/// <summary>Time that attempts of a project waited for the same reason.</summary>
/// <param name="Duration">Their time together.</param>
public sealed record WaitSum(string Solution, string Batch, string Project, WaitReason Reason, TimeSpan Duration);
