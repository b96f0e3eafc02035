using Orchestrator.Core;
using Orchestrator.Runner.Retry;

namespace Orchestrator.Service.Reading;

/// <summary>How a run stands, as word, tone and rank.</summary>
internal static class RunState
{
    /// <summary>"failed", "running", "held by ann@etl-01", "no sign of life".</summary>
    public static string Word(RunDigest digest) => digest switch
    {
        { Run.Verdict: { } verdict } => Words.Of(verdict),
        { Silent: not null } => "no sign of life",
        { HeldBy.Length: > 0 } => $"held by {digest.HeldBy}",
        _ => "running",
    };

    /// <summary>The same with a capital letter, as a title begins with it.</summary>
    public static string Title(RunDigest digest) => Capital(Word(digest));

    public static string Capital(string word) => $"{char.ToUpperInvariant(word[0])}{word[1..]}";

    /// <summary>The class of the style sheet.</summary>
    public static string Tone(RunDigest digest) => digest switch
    {
        { Silent: not null } => "bad",
        { Run.Verdict: null, HasFailures: true } => "bad",
        { Run.Verdict: null, HeldBy.Length: > 0 } => "warn",
        _ => Report.Parts.Tone.Of(digest.Run.Verdict),
    };

    /// <summary>The worst has the lowest.</summary>
    public static int Rank(RunDigest digest) => NewestRuns.Rank(digest.Run.Verdict, digest.Silent is not null,
        digest.HasFailures, digest.HeldBy.Length > 0);
}
