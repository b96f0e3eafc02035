namespace Orchestrator.Import.BimlFlex;

/// <summary>The integration stages of BimlFlex.</summary>
/// <param name="Code">Its code.</param>
/// <param name="Title">Its name, as <see cref="FlexRow.Key"/> makes it.</param>
/// <param name="Ours">The stage of a connection; empty = none of ours.</param>
internal sealed record FlexStage(string Code, string Title, string Ours)
{
    public const string Source = "SRC";
    public const string Staging = "STG";
    public const string Ledger = "DWH";
    public const string TargetStaging = "TSA";

    private static readonly FlexStage[] All =
    [
        new(Source, "sourcesystem", "SRC"), new("LND", "landingarea", "LND"), new(Staging, "stagingarea", "STG"),
        new("PSA", "persistentstagingarea", "PSA"), new("DM", "datamart", "TGT"), new("EXP", "fileexport", "TGT"),
        new("DV", "datavault", ""), new("RDV", "rawdatavault", ""), new("BDV", "businessdatavault", ""),
        new(Ledger, "datawarehouse", ""), new(TargetStaging, "targetstagingarea", ""),
        new("MDS", "masterdataservices", ""),
    ];

    private static readonly FlexStage None = new("", "", "");

    /// <summary>Whether it is one of a Data Vault.</summary>
    public bool IsVault => Code is "DV" or "RDV" or "BDV";

    /// <summary>The stage that a text means, its code or its name; none where it means none.</summary>
    public static FlexStage Of(string text) => Array.Find(All, stage =>
        stage.Code.Equals(text, StringComparison.OrdinalIgnoreCase) || stage.Title == FlexRow.Key(text)) ?? None;
}
