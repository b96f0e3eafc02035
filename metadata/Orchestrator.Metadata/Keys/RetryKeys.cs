using Orchestrator.Core;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Schema;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Keys;

/// <summary>The keys under `retry`: what happens after a failed attempt. None of them changes a row.</summary>
internal static class RetryKeys
{
    private const string Exponential = "exponential";
    private const string Constant = "constant";

    private static readonly WrittenRetry Standard = new(
        new RetryPolicy(0, TimeSpan.FromSeconds(10), true, [ErrorClass.Transient]), Origin.Default);

    private static readonly OptionMaker<WrittenRetry> Make = new("retry", Standard, retry => retry.At);

    public static SectionKey<WrittenRetry> Count { get; } = Make.Value(
        "count", new NumberShape(0, Max: 100), "Further attempts after the first",
        scalar => (int)scalar.ToNumber(), count => count.ToString(),
        retry => retry.Policy.Count, (retry, value) => With(retry, retry.Policy with { Count = value }));

    public static SectionKey<WrittenRetry> Delay { get; } = Make.Told(
        "delay", Parts.Duration, "Wait before the second attempt",
        scalar => scalar.ToDuration(), delay => PropertyList.Duration(delay),
        retry => retry.Policy.Delay, (retry, value) => With(retry, retry.Policy with { Delay = value }));

    public static SectionKey<WrittenRetry> Backoff { get; } = Make.Told(
        "backoff", new WordShape([Exponential, Constant]), "How the wait grows",
        scalar => scalar.Text == Exponential, isExponential => isExponential ? Exponential : Constant,
        retry => retry.Policy.Exponential, (retry, value) => With(retry, retry.Policy with { Exponential = value }));

    public static SectionKey<WrittenRetry> Errors { get; } = new SettingKey<WrittenRetry, IReadOnlyList<ErrorClass>>(
        new Key(
            "errors",
            new ListShape(new WordShape([
                nameof(ErrorClass.Transient), nameof(ErrorClass.Data), nameof(ErrorClass.Config),
                nameof(ErrorClass.TimedOut)])),
            $"The classes of error that are tried again; default {string.Join(", ", Standard.Policy.Errors)}."),
        written => [.. ((YamlList)written).Items.OfType<YamlScalar>().Select(item => item.ToWord<ErrorClass>())],
        retry => new Setting<IReadOnlyList<ErrorClass>>(retry.Policy.Errors, retry.At),
        (retry, errors) => With(retry, retry.Policy with { Errors = errors.Value }),
        Standard.Policy.Errors,
        [
            new("retry.errors", errors => CanonicalJson.List(
                errors.Select(error => error.ToString()).Distinct().Order(StringComparer.Ordinal)), "[]"),
        ]);

    public static Section<WrittenRetry> Section { get; } = Make.Section([Count, Delay, Backoff, Errors]);

    /// <summary>Tells how it is tried again, where it is at all.</summary>
    public static void Tell(PropertyList list, Setting<RetryPolicy> retry)
    {
        var written = new WrittenRetry(retry.Value, retry.At);
        foreach (var key in retry.Value.Count > 0 ? Section.Keys : [Count])
        {
            key.Tell(list, written);
        }
    }

    private static WrittenRetry With(WrittenRetry retry, RetryPolicy policy) => retry with { Policy = policy };
}
