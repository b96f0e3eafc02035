namespace Orchestrator.Service.Api;

/// <summary>What pages show, as machines read it: the same numbers, from the same readings.</summary>
internal static class ApiDocument
{
    /// <summary>Version of all documents; grows when something that was there changes.</summary>
    public const int SchemaVersion = 1;

    /// <summary>A text; null where it says nothing.</summary>
    public static string? Said(string? text) => string.IsNullOrEmpty(text) ? null : text;
}
