namespace Orchestrator.Import.Ssis.Drafts;

/// <summary>The kinds of objects that an import writes, beside loads, which need no word.</summary>
internal static class DraftKinds
{
    public const string Statement = "sql";

    public const string Value = "value";

    public const string Program = "process";

    public const string Files = "file";

    public const string Versions = "scd";

    public const string Message = "mail";
}
