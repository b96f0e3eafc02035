using Orchestrator.Core;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>What is wrong with a store of any kind.</summary>
/// <param name="context">What is said goes there.</param>
/// <param name="code">The code of a store that cannot be used.</param>
/// <param name="part">What of the store has its files.</param>
internal sealed class StoreChecks(LoadContext context, string code, string part)
{
    private static readonly TimeSpan TimeoutMax = TimeSpan.FromHours(1);

    /// <summary>Whether its value is known only when it is asked.</summary>
    public static bool IsOpen(YamlScalar text) => text.Text.Contains("${", StringComparison.Ordinal);

    /// <summary>The address of a server that text is; null = it is none, or says more than that.</summary>
    public static Uri? AddressOf(string text) => Uri.TryCreate(text, UriKind.Absolute, out var address)
        && (address.Scheme == Uri.UriSchemeHttps || address.Scheme == Uri.UriSchemeHttp) && address.Host.Length > 0
        && address.UserInfo.Length == 0 && address.Query.Length == 0 && address.Fragment.Length == 0 ? address : null;

    /// <summary>An address over which everybody could read along.</summary>
    /// <param name="address">The address.</param>
    /// <param name="key">Its key.</param>
    /// <param name="allows">The key that allows it.</param>
    /// <param name="isAllowed">Whether it does.</param>
    public void Secrecy(YamlScalar address, string key, string allows, bool isAllowed)
    {
        if (!isAllowed && !address.Text.StartsWith("https:", StringComparison.OrdinalIgnoreCase))
        {
            context.Bag.Error(code, address.At, $"'{key}' is not secret on its way",
                $"write https://; within the own network '{allows}' lets it be http");
        }
    }

    /// <summary>What the names of its files begin with.</summary>
    public void Folder(YamlScalar? folder)
    {
        if (folder is not null && folder.Text.TrimEnd('/') is { Length: > 0 } path && !NameBelow.Stays(path))
        {
            context.Bag.Error(code, folder.At, $"'{folder.Text}' is no folder of a {part}",
                "name one with / between its parts, without .. and without / at its begin");
        }
    }

    /// <summary>How long it may take.</summary>
    /// <param name="limit">The time.</param>
    /// <param name="key">Its key.</param>
    public void Timeout(YamlScalar? limit, string key)
    {
        if (limit is not null && limit.ToDuration() > TimeoutMax)
        {
            context.Bag.Error(code, limit.At, $"'{key}' is no time up to 1h",
                "write a duration such as 60s, or leave it out");
        }
    }
}
