using System.Text.RegularExpressions;
using Orchestrator.Core;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>Makes stores of what was written, the environment laid over it.</summary>
internal static partial class StoreBuilder
{
    private static readonly TimeSpan TimeoutMax = TimeSpan.FromHours(1);

    private static readonly LaidOver OfEnvironments = new(
        StoreKeys.List, StoreKeys.Word, "store", "ORC1360", Overlay.Over);

    public static IReadOnlyList<BucketStore> Build(LoadContext context, Drafts drafts, Draft? environment) =>
    [
        .. OfEnvironments.Of(drafts.Stores, environment).Select(each =>
        {
            Check(context, each.Map);
            return StoreKeys.Section.Read(new BucketStore { Name = each.Draft.Name, At = each.Draft.At }, each.Map);
        }),
    ];

    /// <summary>Each store as it would be in an environment, and none of them twice.</summary>
    public static void CheckOverlays(LoadContext context, Drafts drafts, Draft environment) =>
        OfEnvironments.Check(context, drafts.Stores, environment, (_, map) => Check(context, map));

    private static void Check(LoadContext context, YamlMap map)
    {
        AlertChecks.Password(context, map.Scalar(StoreKeys.KeyId.Name), StoreKeys.KeyId.Name);
        AlertChecks.Password(context, map.Scalar(StoreKeys.Secret.Name), StoreKeys.Secret.Name);
        if (map.Scalar(StoreKeys.Endpoint.Name) is { } address && !IsOpen(address))
        {
            CheckAddress(context, address, map.Flag(StoreKeys.AllowPrivate.Name, false));
        }

        if (map.Scalar(StoreKeys.Bucket.Name) is { } bucket && !IsOpen(bucket) && !BucketName().IsMatch(bucket.Text))
        {
            context.Bag.Error("ORC1359", bucket.At, $"'{bucket.Text}' is no name of a bucket",
                "it has 3 to 63 small letters, digits, points and hyphens");
        }

        if (map.Scalar(StoreKeys.Region.Name) is { } region && !RegionName().IsMatch(region.Text))
        {
            context.Bag.Error("ORC1359", region.At, $"'{region.Text}' is no name of a region",
                "it has small letters, digits and hyphens, as eu-central-1");
        }

        if (map.Scalar(StoreKeys.Folder.Name) is { } folder && folder.Text.TrimEnd('/') is { Length: > 0 } path
            && !NameBelow.Stays(path))
        {
            context.Bag.Error("ORC1359", folder.At, $"'{folder.Text}' is no folder of a bucket",
                "name one with / between its parts, without .. and without / at its begin");
        }

        if (map.Scalar(StoreKeys.Timeout.Name) is { } limit
            && limit.ToDuration() > TimeoutMax)
        {
            context.Bag.Error("ORC1359", limit.At, $"'{StoreKeys.Timeout.Name}' is no time up to 1h",
                "write a duration such as 60s, or leave it out");
        }
    }

    private static void CheckAddress(LoadContext context, YamlScalar address, bool allowPrivate)
    {
        if (!IsAddress(address.Text))
        {
            context.Bag.Error("ORC1359", address.At, $"'{StoreKeys.Endpoint.Name}' is no address of a server",
                "write https:// and its name, without a path, a bucket and a user; these have keys of their own");
        }
        else if (!allowPrivate && !address.Text.StartsWith("https:", StringComparison.OrdinalIgnoreCase))
        {
            context.Bag.Error("ORC1359", address.At, $"'{StoreKeys.Endpoint.Name}' is not secret on its way",
                $"write https://; within the own network '{StoreKeys.AllowPrivate.Name}' lets it be http");
        }
    }

    private static bool IsOpen(YamlScalar text) => text.Text.Contains("${", StringComparison.Ordinal);

    private static bool IsAddress(string text) => Uri.TryCreate(text, UriKind.Absolute, out var address)
        && (address.Scheme == Uri.UriSchemeHttps || address.Scheme == Uri.UriSchemeHttp) && address.Host.Length > 0
        && address.UserInfo.Length == 0 && address.PathAndQuery == "/" && address.Fragment.Length == 0;

    [GeneratedRegex(@"^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]\z")]
    private static partial Regex BucketName();

    [GeneratedRegex(@"^[a-z0-9][a-z0-9-]{0,62}\z")]
    private static partial Regex RegionName();
}
