using Orchestrator.Ssis.Flows.Work;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Flows.Components;

/// <summary>What translates components of a kind.</summary>
internal static class ComponentTranslators
{
    private static readonly Dictionary<ComponentKind, Action<FlowWork, FlowComponent>> ByKind = new()
    {
        [ComponentKind.OleDbSource] = SheetSources.OfProvider,
        [ComponentKind.AdoNetSource] = TableSources.Translate,
        [ComponentKind.OdbcSource] = TableSources.Translate,
        [ComponentKind.FlatFileSource] = FileSources.Flat,
        [ComponentKind.ExcelSource] = SheetSources.Translate,
        [ComponentKind.RawFileSource] = FileSources.Raw,
        [ComponentKind.OleDbDestination] = TableEnds.Translate,
        [ComponentKind.AdoNetDestination] = TableEnds.Translate,
        [ComponentKind.OdbcDestination] = TableEnds.Translate,
        [ComponentKind.BulkDestination] = TableEnds.Translate,
        [ComponentKind.FlatFileDestination] = FileEnds.Flat,
        [ComponentKind.RawFileDestination] = FileEnds.Raw,
        [ComponentKind.RecordsetDestination] = FileEnds.Rows,
        [ComponentKind.DerivedColumn] = RowComponents.Derive,
        [ComponentKind.DataConversion] = RowComponents.Convert,
        [ComponentKind.CopyColumn] = RowComponents.Copy,
        [ComponentKind.CharacterMap] = RowComponents.MapCharacters,
        [ComponentKind.Multicast] = RowComponents.Pass,
        [ComponentKind.RowCount] = RowComponents.Count,
        [ComponentKind.BalancedDistributor] = DistributorComponents.Translate,
        [ComponentKind.ConditionalSplit] = SplitComponents.Split,
        [ComponentKind.RowSampling] = SampleComponents.Translate,
        [ComponentKind.PercentageSampling] = SampleComponents.Translate,
        [ComponentKind.Lookup] = LookupComponents.Translate,
        [ComponentKind.CacheTransform] = CacheSets.Fill,
        [ComponentKind.MergeJoin] = JoinComponents.Translate,
        [ComponentKind.UnionAll] = UnionComponents.Translate,
        [ComponentKind.Merge] = UnionComponents.Translate,
        [ComponentKind.Aggregate] = GroupComponents.Aggregate,
        [ComponentKind.Sort] = GroupComponents.Sort,
        [ComponentKind.Pivot] = PivotComponents.Turn,
        [ComponentKind.Unpivot] = PivotComponents.Part,
        [ComponentKind.OleDbCommand] = CommandComponents.Translate,
        [ComponentKind.SlowlyChangingDimension] = VersionComponents.Translate,
        [ComponentKind.Audit] = OtherComponents.Audit,
    };

    /// <summary>The translator of a kind; of one without an equal that which says why.</summary>
    public static Action<FlowWork, FlowComponent> Of(ComponentKind kind) =>
        ByKind.GetValueOrDefault(kind, OtherComponents.Refuse);
}
