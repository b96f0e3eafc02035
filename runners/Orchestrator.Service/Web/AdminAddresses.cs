using System.Globalization;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Orchestrator.Ledger.Tokens;
using Orchestrator.Service.Pages;
using Orchestrator.Service.Reading;
using Orchestrator.Service.Security;

namespace Orchestrator.Service.Web;

/// <summary>The pages that only admins see.</summary>
internal sealed class AdminAddresses(AdminReading reading, PageWriter pages)
{
    public void Map(IEndpointRouteBuilder web)
    {
        var needs = new RequiredRole(TokenRole.Admin);
        web.MapGet(Paths.Approvals, async context => await pages.WriteAsync<ApprovalsPage>(
            context, await reading.ApprovalsAsync(context.RequestAborted))).WithMetadata(needs);
        web.MapGet(Paths.Audit, async context => await pages.WriteAsync<AuditPage>(
            context, await reading.AuditAsync(Before(context), context.RequestAborted))).WithMetadata(needs);
    }

    private static long? Before(HttpContext context) => long.TryParse(
        context.Request.Query["before"], NumberStyles.None, CultureInfo.InvariantCulture, out var number)
        ? number : null;
}
