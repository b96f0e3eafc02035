using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Schema;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Keys;

/// <summary>The keys under `retention` of the settings: how long `purge` keeps what runs leave behind.</summary>
internal static class RetentionKeys
{
    private static readonly OptionMaker<Retention> Make = new("retention", new Retention(), _ => Origin.Default);

    public static SectionKey<Retention> Runs { get; } = One("runs", "How long `purge` keeps runs",
        kept => kept.Runs, (kept, span) => kept with { Runs = span });

    public static SectionKey<Retention> Events { get; } = One(
        "events", "How long it keeps transitions and samples of runs",
        kept => kept.Events, (kept, span) => kept with { Events = span });

    public static SectionKey<Retention> Rejects { get; } = One(
        "rejects", "How long it keeps rejected rows in error tables",
        kept => kept.Rejects, (kept, span) => kept with { Rejects = span });

    public static Section<Retention> Section { get; } = Make.Section([Runs, Events, Rejects]);

    private static SectionKey<Retention> One(
        string name, string what, Func<Retention, TimeSpan> get, Func<Retention, TimeSpan, Retention> set) =>
        Make.Value(name, Parts.Duration, what, scalar => scalar.ToDuration(), span => PropertyList.Duration(span),
            get, set);
}
