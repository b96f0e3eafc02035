namespace Orchestrator.Telemetry.Lineage;

/// <summary>
/// What the standard OPENLINEAGE_… variables ask for: events go to an address or into a file; without any of them
/// nowhere. Pure.
/// </summary>
internal sealed record LineageSettings
{
    private const string Transport = "OPENLINEAGE__TRANSPORT__";
    private const string Private = "OPENLINEAGE_ALLOW_PRIVATE";
    private const StringComparison IgnoreCase = StringComparison.OrdinalIgnoreCase;

    /// <summary>The full address that events are posted to; empty = none.</summary>
    public string Address { get; init; } = "";

    /// <summary>The key that goes with them, a secret; empty = none.</summary>
    public string Key { get; init; } = "";

    /// <summary>Whether the address may be one of the own machine or network, and plain http.</summary>
    public bool AllowsPrivate { get; init; }

    /// <summary>Whether events go into a file.</summary>
    public bool IsFile { get; init; }

    /// <summary>That file; empty = one among the artifacts of the run.</summary>
    public string File { get; init; } = "";

    /// <summary>The namespace of jobs; empty = the name of the solution.</summary>
    public string Namespace { get; init; } = "";

    /// <summary>What of the variables is not understood, and what that means; empty = all is.</summary>
    public IReadOnlyList<string> Refused { get; init; } = [];

    /// <summary>Whether events go anywhere.</summary>
    public bool IsOn => IsFile || Address.Length > 0;

    /// <summary>Reads the variables; null and empty are the same.</summary>
    public static LineageSettings Of(Func<string, string?> variable)
    {
        if (IsTrue(variable("OPENLINEAGE_DISABLED")))
        {
            return new LineageSettings();
        }

        var (url, key) = (variable("OPENLINEAGE_URL"), variable("OPENLINEAGE_API_KEY")?.Trim() ?? "");
        if (Wrong(variable, key) is { } wrong)
        {
            return new LineageSettings { Refused = [wrong + "; no lineage is told"] };
        }

        var settings = new LineageSettings
        {
            // A file with a secret often ends with a line end, which no header can carry.
            Key = key,
            Namespace = variable("OPENLINEAGE_NAMESPACE") ?? "",
            AllowsPrivate = IsTrue(variable(Private)),
        };
        return variable(Transport + "TYPE")?.Trim().ToLowerInvariant() switch
        {
            "file" => settings with { IsFile = true, File = variable(Transport + "LOG_FILE_PATH") ?? "" },
            "http" when url is null => settings with
            {
                Refused = [$"{Transport}TYPE: http goes to OPENLINEAGE_URL, which is not set; no lineage is told"],
            },
            null or "http" => settings with
            {
                Address = url is null ? "" : Join(url, variable("OPENLINEAGE_ENDPOINT")),
            },
            var other => settings with
            {
                Refused = [$"{Transport}TYPE: expected http or file, got: '{other}'; no lineage is told"],
            },
        };
    }

    private static string? Wrong(Func<string, string?> variable, string key) =>
        !key.All(one => one is > ' ' and <= '~')
            ? "OPENLINEAGE_API_KEY: it holds characters that no header can carry"
        : variable("OPENLINEAGE_ENDPOINT")?.Contains("://", StringComparison.Ordinal) == true
            ? "OPENLINEAGE_ENDPOINT: expected the path behind OPENLINEAGE_URL, got an address"
        : variable(Transport + "LOG_FILE_PATH") is not null && variable(Transport + "TYPE") is null
            ? $"{Transport}LOG_FILE_PATH: it needs {Transport}TYPE=file"
        : variable(Private) is { } text && !IsTrue(text) && !string.Equals(text.Trim(), "false", IgnoreCase)
            ? $"{Private}: expected true or false, got: '{text}'"
        : null;

    private static string Join(string url, string? endpoint) =>
        $"{url.TrimEnd('/')}/{(endpoint ?? "api/v1/lineage").TrimStart('/')}";

    private static bool IsTrue(string? text) => string.Equals(text?.Trim(), "true", IgnoreCase);
}
