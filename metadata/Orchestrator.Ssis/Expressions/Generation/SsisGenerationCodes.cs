namespace Orchestrator.Ssis.Expressions.Generation;

/// <summary>The codes of what keeps an expression of Integration Services open.</summary>
public static class SsisGenerationCodes
{
    public const string NoEqual = "ORC6010";
    public const string NoType = "ORC6011";
    public const string NoName = "ORC6012";
    public const string TooLong = "ORC6013";
    public const string AlwaysFails = "ORC6014";
}
