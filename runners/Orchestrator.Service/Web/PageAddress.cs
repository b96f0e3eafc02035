using Microsoft.AspNetCore.Http;
using Orchestrator.Ledger.Tokens;
using Orchestrator.Service.Api;

namespace Orchestrator.Service.Web;

/// <summary>A page with all that is known of it but what stands on it. Who adds a page adds one of these.</summary>
/// <param name="Path">Its address, as a pattern.</param>
/// <param name="Shows">What it shows, as the guide says it.</param>
/// <param name="Answer">Writes it.</param>
/// <param name="Menu">Its words in the menu; empty = other pages lead to it.</param>
/// <param name="Role">The role that it needs.</param>
/// <param name="Api">Where machines read the same; null = nowhere, or where <see cref="ApiAddresses"/> says it.</param>
internal sealed record PageAddress(
    string Path, string Shows, Func<PageAddresses, HttpContext, Task> Answer, string Menu = "",
    TokenRole Role = TokenRole.Viewer, ApiAddress? Api = null);
