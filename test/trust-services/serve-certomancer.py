"""The trust service of certomancer-csc-dummy (PyPI), by the configuration of the first argument, with the
authorization server of the second. Prints its port."""

import asyncio
import sys

from aiohttp import web
from certomancer import registry
from csc_dummy.csc_dummy_server import CSCWithCertomancer, GeneralServiceInfo


async def main():
    config = registry.CertomancerConfig.from_file(sys.argv[1])
    info = GeneralServiceInfo(auth_type=['oauth2code'], oauth_uri=sys.argv[2])
    service = CSCWithCertomancer(config, svc_info=info)
    service.register_routes()
    runner = web.AppRunner(service.app)
    await runner.setup()
    site = web.TCPSite(runner, '127.0.0.1', 0)
    await site.start()
    print(runner.addresses[0][1], flush=True)
    # It ends with whoever started it.
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)


asyncio.run(main())
