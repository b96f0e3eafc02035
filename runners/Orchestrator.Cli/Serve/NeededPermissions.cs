using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using Orchestrator.Core;
using Orchestrator.Ledger;
using Orchestrator.Ledger.Serving;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Cli.Serve;

/// <summary>What the packages of a plan need beyond reading and writing data, each with the hash that is approved.
/// </summary>
internal static class NeededPermissions
{
    /// <summary>All of a plan, also of packages that are not enabled today.</summary>
    public static IReadOnlyList<NeededPermission> Of(Solution solution, Plan plan) =>
    [
        .. plan.Nodes.Select(node => node.Payload).OfType<ObjectDefinition>().SelectMany(one => Of(solution, one))
            .DistinctBy(needed => (needed.Kind, needed.Hash)),
    ];

    /// <summary>Those that nobody has approved in the environment of a plan.</summary>
    public static IEnumerable<NeededPermission> NotApproved(LedgerReader reader, Solution solution, Plan plan)
    {
        var needed = Of(solution, plan);
        var approved = needed.Count == 0 ? [] : reader.Approvals(solution.Environment)
            .Select(approval => (approval.Kind, approval.Hash)).ToHashSet();
        return needed.Where(one => !approved.Contains((one.Kind, one.Hash)));
    }

    private static IEnumerable<NeededPermission> Of(Solution solution, ObjectDefinition one)
    {
        if (one.Starts is { } command)
        {
            yield return new NeededPermission(
                PermissionKind.Process, Hash(solution, one, command), Name(solution, one, command));
        }

        foreach (var file in one.Plugin?.Files ?? [])
        {
            yield return new NeededPermission(PermissionKind.Plugin, file.Sha256, $"{Plugin.Folder}/{file.Name}");
        }

        if (one.SqlFrom is { } variable)
        {
            var name = $"{one.FullName} runs what '{variable}' holds as SQL on '{one.Target.Connection}'";
            yield return new NeededPermission(PermissionKind.SqlText, Hash(name), name);
        }
    }

    // All that the hash is made of, so that an admin sees what he approves.
    private static string Name(Solution solution, ObjectDefinition one, Command command) =>
        EachNight(solution, string.Join(' ', command.Items))
        + (one.Process?.Folder is { Length: > 0 } folder ? $" (in {folder})" : "")
        + (one.Process?.Environment is { Count: > 0 } names ? $" (with {string.Join(", ", names)})" : "")
        + Given(solution, one);

    // With the values of variables, as another value may be another program; but for the date, which is another one
    // each night.
    private static string Hash(Solution solution, ObjectDefinition one, Command command)
    {
        var text = EachNight(solution, JsonSerializer.Serialize(new
        {
            command = command.Items,
            folder = one.Process?.Folder ?? "",
            environment = one.Process?.Environment ?? [],
        }));
        // With quotes, so that no value looks like another variable.
        return one.Process?.Variables is not { Count: > 0 } given ? Hash(text) : Hash(text + EachNight(
            solution, JsonSerializer.Serialize(given.Select(each => new[] { each.Name, each.Text }))));
    }

    private static string Hash(string text) => Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(text)));

    private static string Given(Solution solution, ObjectDefinition one) =>
        one.Process?.Variables is { Count: > 0 } given ? EachNight(
            solution, $" (given {string.Join(", ", given.Select(each => $"{each.Name}={each.Text}"))})") : "";

    private static string EachNight(Solution solution, string text) =>
        text.Replace($"{solution.AsOf:yyyy-MM-dd}", "${run:asOf}", StringComparison.Ordinal);
}
