using System.Xml.Linq;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Reading;

/// <summary>What a component is: by its class, by the class within a host of managed code, by a GUID of an older
/// release, or by what it says of itself.</summary>
internal static class ComponentKinds
{
    // The last word of the class, without a version behind it.
    private static readonly Dictionary<string, ComponentKind> ByClass = new(StringComparer.OrdinalIgnoreCase)
    {
        ["OLEDBSource"] = ComponentKind.OleDbSource,
        ["OLEDBDestination"] = ComponentKind.OleDbDestination,
        ["FlatFileSource"] = ComponentKind.FlatFileSource,
        ["FlatFileDestination"] = ComponentKind.FlatFileDestination,
        ["ExcelSource"] = ComponentKind.ExcelSource,
        ["ExcelDestination"] = ComponentKind.ExcelDestination,
        ["SSISODBCSrc"] = ComponentKind.OdbcSource,
        ["SSISODBCDst"] = ComponentKind.OdbcDestination,
        ["RawSource"] = ComponentKind.RawFileSource,
        ["RawDestination"] = ComponentKind.RawFileDestination,
        ["RecordsetDestination"] = ComponentKind.RecordsetDestination,
        ["SQLServerDestination"] = ComponentKind.BulkDestination,
        ["SQLCE"] = ComponentKind.SqlCompactDestination,
        ["DerivedColumn"] = ComponentKind.DerivedColumn,
        ["DataConvert"] = ComponentKind.DataConversion,
        ["ConditionalSplit"] = ComponentKind.ConditionalSplit,
        ["Lookup"] = ComponentKind.Lookup,
        ["Cache"] = ComponentKind.CacheTransform,
        ["MergeJoin"] = ComponentKind.MergeJoin,
        ["Merge"] = ComponentKind.Merge,
        ["UnionAll"] = ComponentKind.UnionAll,
        ["Multicast"] = ComponentKind.Multicast,
        ["Sort"] = ComponentKind.Sort,
        ["Aggregate"] = ComponentKind.Aggregate,
        ["RowCount"] = ComponentKind.RowCount,
        ["RowSampling"] = ComponentKind.RowSampling,
        ["PctSampling"] = ComponentKind.PercentageSampling,
        ["OLEDBCommand"] = ComponentKind.OleDbCommand,
        ["SCD"] = ComponentKind.SlowlyChangingDimension,
        ["Pivot"] = ComponentKind.Pivot,
        ["UnPivot"] = ComponentKind.Unpivot,
        ["CharacterMap"] = ComponentKind.CharacterMap,
        ["CopyMap"] = ComponentKind.CopyColumn,
        ["Lineage"] = ComponentKind.Audit,
        ["Inserter"] = ComponentKind.ImportColumn,
        ["Extractor"] = ComponentKind.ExportColumn,
        ["FuzzyLookup"] = ComponentKind.FuzzyLookup,
        ["BestMatch"] = ComponentKind.FuzzyLookup,
        ["FuzzyGrouping"] = ComponentKind.FuzzyGrouping,
        ["GroupDups"] = ComponentKind.FuzzyGrouping,
        ["TermExtraction"] = ComponentKind.TermExtraction,
        ["TermLookup"] = ComponentKind.TermLookup,
        ["PXPipelineDMQuery"] = ComponentKind.DataMiningQuery,
        ["PXPipelineProcessDimension"] = ComponentKind.DimensionProcessing,
        ["PXPipelineProcessPartition"] = ComponentKind.PartitionProcessing,
        ["PXPipelineProcessDM"] = ComponentKind.DataMiningTraining,
        ["BalancedDataDistributor"] = ComponentKind.BalancedDistributor,
        ["BDD"] = ComponentKind.BalancedDistributor,
        ["BDDTransform"] = ComponentKind.BalancedDistributor,
        ["DataReaderSourceAdapter"] = ComponentKind.AdoNetSource,
        ["ADONETSource"] = ComponentKind.AdoNetSource,
        ["ADONETDestination"] = ComponentKind.AdoNetDestination,
        ["DataReaderDestinationAdapter"] = ComponentKind.DataReaderDestination,
        ["XmlSourceAdapter"] = ComponentKind.XmlSource,
        ["ScriptComponentHost"] = ComponentKind.Script,
        ["CdcSourceComponent"] = ComponentKind.CdcSource,
        ["CdcSplitterComponent"] = ComponentKind.CdcSplitter,
        ["OData"] = ComponentKind.ODataSource,
        ["ODataSource"] = ComponentKind.ODataSource,
        ["SqlCEDestinationAdapter"] = ComponentKind.SqlCompactDestination,
        ["SharePointListSource"] = ComponentKind.SharePointSource,
        ["SharePointListDestination"] = ComponentKind.SharePointDestination,
        ["HDFSFileSource"] = ComponentKind.HdfsSource,
        ["HDFSFileDestination"] = ComponentKind.HdfsDestination,
        ["DataFeedDestination"] = ComponentKind.DataStreaming,
        ["DataStreamingDestination"] = ComponentKind.DataStreaming,
        ["DQSTransform"] = ComponentKind.DataQuality,
        ["DataQualityTransform"] = ComponentKind.DataQuality,
        ["SSISOracleSrc"] = ComponentKind.OracleSource,
        ["SSISOraSrc"] = ComponentKind.OracleSource,
        ["SSISOracleDst"] = ComponentKind.OracleDestination,
        ["SSISOraDst"] = ComponentKind.OracleDestination,
        ["SSISTeraSrc"] = ComponentKind.TeradataSource,
        ["SSISTeraDst"] = ComponentKind.TeradataDestination,
        ["SapBwSource"] = ComponentKind.SapSource,
        ["AzureBlobSource"] = ComponentKind.AzureSource,
        ["AzureBlobDestination"] = ComponentKind.AzureDestination,
        ["AzureDataLakeStoreSource"] = ComponentKind.AzureSource,
        ["AzureDataLakeStoreDestination"] = ComponentKind.AzureDestination,
        ["FlexibleFileSource"] = ComponentKind.AzureSource,
        ["FlexibleFileDestination"] = ComponentKind.AzureDestination,
    };

    // What stands first in `contactInfo`, in English.
    private static readonly Dictionary<string, ComponentKind> ByContact = new(StringComparer.OrdinalIgnoreCase)
    {
        ["OLE DB Source"] = ComponentKind.OleDbSource,
        ["OLE DB Destination"] = ComponentKind.OleDbDestination,
        ["Flat File Source"] = ComponentKind.FlatFileSource,
        ["Flat File Destination"] = ComponentKind.FlatFileDestination,
        ["Excel Source"] = ComponentKind.ExcelSource,
        ["Excel Destination"] = ComponentKind.ExcelDestination,
        ["ODBC Source"] = ComponentKind.OdbcSource,
        ["ODBC Destination"] = ComponentKind.OdbcDestination,
        ["Raw File Source"] = ComponentKind.RawFileSource,
        ["Raw File Destination"] = ComponentKind.RawFileDestination,
        ["Extracts data from a raw file."] = ComponentKind.RawFileSource,
        ["Loads raw data into a file."] = ComponentKind.RawFileDestination,
        ["Recordset Destination"] = ComponentKind.RecordsetDestination,
        ["Derived Column"] = ComponentKind.DerivedColumn,
        ["Data Conversion"] = ComponentKind.DataConversion,
        ["Conditional Split"] = ComponentKind.ConditionalSplit,
        ["Lookup"] = ComponentKind.Lookup,
        ["Cache Transform"] = ComponentKind.CacheTransform,
        ["Merge Join"] = ComponentKind.MergeJoin,
        ["Merge"] = ComponentKind.Merge,
        ["Union All"] = ComponentKind.UnionAll,
        ["Multicast"] = ComponentKind.Multicast,
        ["Sort"] = ComponentKind.Sort,
        ["Aggregate"] = ComponentKind.Aggregate,
        ["Row Count"] = ComponentKind.RowCount,
        ["Row Sampling"] = ComponentKind.RowSampling,
        ["Percentage Sampling"] = ComponentKind.PercentageSampling,
        ["OLE DB Command"] = ComponentKind.OleDbCommand,
        ["Slowly Changing Dimension"] = ComponentKind.SlowlyChangingDimension,
        ["Pivot"] = ComponentKind.Pivot,
        ["Unpivot"] = ComponentKind.Unpivot,
        ["Character Map"] = ComponentKind.CharacterMap,
        ["Copy Column"] = ComponentKind.CopyColumn,
        ["Audit"] = ComponentKind.Audit,
        ["Import Column"] = ComponentKind.ImportColumn,
        ["Export Column"] = ComponentKind.ExportColumn,
        ["Fuzzy Lookup"] = ComponentKind.FuzzyLookup,
        ["Fuzzy Grouping"] = ComponentKind.FuzzyGrouping,
        ["Term Extraction"] = ComponentKind.TermExtraction,
        ["Term Lookup"] = ComponentKind.TermLookup,
        ["Data Mining Query"] = ComponentKind.DataMiningQuery,
    };

    /// <summary>The kind of a component.</summary>
    /// <param name="component">Its element.</param>
    /// <param name="classId">Its class as written.</param>
    public static ComponentKind Of(XElement component, string classId)
    {
        if (ComponentGuids.Find(classId) is { } known)
        {
            return known;
        }

        // A host says by a property what it holds.
        var hosted = component.Elements("properties").Elements("property")
            .FirstOrDefault(each => each.Attribute("name")?.Value == "UserComponentTypeName")?.Value;
        if (!string.IsNullOrWhiteSpace(hosted))
        {
            return IsOwn(hosted) && ByClass.TryGetValue(LastWord(hosted), out var managed)
                ? managed : ComponentKind.Other;
        }

        if (IsOwn(classId) && ByClass.TryGetValue(LastWord(classId), out var kind))
        {
            return kind;
        }

        var contact = (component.Attribute("contactInfo")?.Value ?? "").Split(';')[0].Trim();
        return classId.StartsWith('{') && ByContact.TryGetValue(contact, out kind) ? kind : ComponentKind.Other;
    }

    // A third party's Lookup or Merge is another one than that which is called so.
    private static bool IsOwn(string type) => Makers.Any(maker => type.StartsWith(maker, StringComparison.Ordinal));

    private static readonly string[] Makers = ["Microsoft.", "Attunity.", "DTSAdapter.", "DTSTransform.", "DTS."];

    private static string LastWord(string type)
    {
        var words = type.Split(',')[0].Trim().Split('.');
        return words.Length > 1 && words[^1].All(char.IsDigit) ? words[^2] : words[^1];
    }
}
